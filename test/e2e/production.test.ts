import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { NodeProvider } from '@alephium/web3'
import type { PrivateKeyWallet } from '@alephium/web3-wallet'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { ONE } from '../../src/domain/index.ts'
import { keeperAccount } from '../../src/keeper/index.ts'
import { dumpIndex } from '../simulation/indexer/dump.ts'
import { type Caddy, startCaddy } from '../support/caddy.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { createHttpClient } from '../support/http.ts'
import { findPostgresTools } from '../support/postgres-tools.ts'
import { sendRaw } from '../support/raw-http.ts'
import { type RedisServer, startRedisServer } from '../support/redis-server.ts'
import { createDataDir, runCommand, startDevnetAlone, startRole } from '../support/service.ts'
import { createWallet, mint } from '../support/wallet.ts'

// The venue as it is meant to run for real: a node, a database server and a rate limit store that are not ours, two API
// processes behind a proxy, two indexers and two keepers of which one each leads. Each is a process of its own, and some
// of them are killed.

const minute = 60_000
const needsServers = [inject('postgresAbsent'), inject('redisAbsent'), inject('caddyAbsent')].some(
  (absent) => absent !== null,
)

describe.skipIf(needsServers)(
  'a venue of several processes (server) (redis) (proxy)',
  { timeout: 300_000 },
  () => {
    type Process = Awaited<ReturnType<typeof startRole>>
    type Client = ReturnType<typeof createHttpClient>
    const data = createDataDir()
    const started: Process[] = []
    let own: TestDatabase
    let restored: TestDatabase | null = null
    let redis: RedisServer
    let node: NodeProvider
    let proxy: Caddy
    let apis: Process[]
    let clients: Client[]
    let indexers: Process[]
    let keepers: Process[]
    let environment: Record<string, string>
    let through: Client
    let key: string
    let market: string
    const keeperKey = randomBytes(32).toString('hex')

    const start = async (role: 'api' | 'index' | 'keeper'): Promise<Process> => {
      const process = await startRole(role, environment)
      started.push(process)
      return process
    }
    const control = async (name: string, body: object): Promise<void> => {
      const answer = await fetch(`${environment.ALEPHIUM_NODE_URL}/devnet/${name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      expect({ name, status: answer.status }).toEqual({ name, status: 200 })
    }
    const tipHeight = async (): Promise<number> =>
      (await node.blockflow.getBlockflowChainInfo({ fromGroup: 0, toGroup: 0 })).currentHeight
    /** What the chain shows now, from one of the processes. */
    // biome-ignore lint/suspicious/noExplicitAny: answers are checked against the OpenAPI before they are looked into.
    const get = async (client: Client, path: string): Promise<any> => {
      const headers = { 'x-min-block-height': String(await tipHeight()) }
      for (;;) {
        const answer = await client.request('GET', path, { headers })
        // The index may need longer than one wait: after a crash another indexer takes over when the lease has ended.
        if (answer.json().code === 'UPSTREAM_TIMEOUT') continue
        expect({ path, status: answer.status, body: answer.status === 200 ? '' : answer.body }).toEqual({
          path,
          status: 200,
          body: '',
        })
        return answer.json()
      }
    }
    // biome-ignore lint/suspicious/noExplicitAny: as above.
    const until = async (path: string, holds: (answer: any) => boolean): Promise<any> => {
      for (;;) {
        const answer = await get(through, path)
        if (holds(answer)) return answer
        // Answers with the next block, or after the service's own patience.
        const headers = { 'x-min-block-height': String((await tipHeight()) + 1) }
        await through.request('GET', '/v1/voting/period', { headers })
      }
    }
    const build = (client: Client, path: string, wallet: PrivateKeyWallet, body: object) =>
      client.request('POST', `/v1/tx/${path}`, {
        key,
        json: { signerAddress: wallet.address, signerPublicKey: wallet.publicKey, ...body },
      })
    const submit = async (wallet: PrivateKeyWallet, built: { unsignedTx: string; txId: string }) => {
      const { unsignedTx, txId } = built
      const { signature } = await wallet.signUnsignedTx({ signerAddress: wallet.address, unsignedTx })
      expect((await node.transactions.postTransactionsSubmit({ unsignedTx, signature })).txId).toBe(txId)
    }
    const send = async (path: string, wallet: PrivateKeyWallet, body: object): Promise<void> => {
      const built = await build(through, path, wallet, body)
      expect({ path, status: built.status, body: built.status === 200 ? '' : built.body }).toEqual({
        path,
        status: 200,
        body: '',
      })
      await submit(wallet, built.json())
    }
    const metricsOf = async ({ url }: Process): Promise<string> => (await fetch(`${url}/metrics`)).text()
    /** Who leads, as soon as one does: never two. */
    const leaderOf = async (part: 'indexer' | 'keeper', among: readonly Process[]): Promise<Process> => {
      for (;;) {
        const texts = await Promise.all(among.map(metricsOf))
        const leaders = among.filter((_, i) => texts[i]?.includes(`sibyl_leading{part="${part}"} 1`))
        expect(leaders.length).toBeLessThanOrEqual(1)
        if (leaders[0] !== undefined) return leaders[0]
      }
    }
    const kill = async (process: Process, signal: NodeJS.Signals): Promise<void> => {
      process.kill(signal)
      await process.exited
    }
    /** A market voted for, which only a keeper will deploy. */
    const vote = async (question: string, proposalId: number): Promise<void> => {
      await send('proposals/single', proposer, {
        question,
        category: 'Operations',
        endsAt: new Date(Date.now() + 30 * 24 * 60 * minute).toISOString(),
      })
      await send('voting/vote', proposer, { proposalId })
      await control('time', { advanceMs: 5 * minute })
      await control('mine', {})
    }
    const order = { side: 'buy', outcome: 'yes', price: 400, quantity: String(10n * ONE) }
    const trader = createWallet()
    const proposer = createWallet()

    beforeAll(async () => {
      own = await createTestDatabase('server')
      if (own.options.kind !== 'server') throw new Error('no server')
      redis = await startRedisServer()
      // An hour behind, so that what the keeper waits for by the database's clock is due as soon as the chain allows it.
      const devnet = await startDevnetAlone({ DEVNET_START_MS: String(Date.now() - 60 * minute) })
      started.push(devnet)
      node = new NodeProvider(devnet.url)
      environment = {
        DATABASE_URL: own.options.url,
        REDIS_URL: redis.url,
        REDIS_TIMEOUT_MS: '60000',
        SECRET_KEYS: randomBytes(32).toString('hex'),
        ALEPHIUM_NODE_URL: devnet.url,
        KEEPER_KEY: keeperKey,
        DATA_DIR: data.path,
        TRUST_PROXY: 'true',
        PUBLIC_URL: 'https://sibyl.example',
        RATE_LIMIT_ANON_READS: '1000000',
        RATE_LIMIT_ANON_WRITES: '1000000',
        RATE_LIMIT_KEY_WRITES: '1000000',
      }
    })
    afterAll(async () => {
      for (const process of started) process.kill('SIGKILL')
      await Promise.all(started.map(({ exited }) => exited))
      await proxy?.close()
      await redis?.kill()
      await own?.drop()
      await restored?.drop()
      data.remove()
    })

    test('default: the contracts are deployed, and six processes start on them', async () => {
      const deployer = /group 0.*?key +([0-9a-f]{64})/s.exec(started[0]!.output())?.[1] ?? ''
      const deployed = await runCommand(['deploy', '--network', 'devnet'], {
        ...environment,
        DEPLOYER_KEY: deployer,
      })
      expect(deployed).toMatchObject({ code: 0, stdout: expect.stringContaining('The venue stands') })

      const poor = await runCommand(['keeper'], environment)
      expect([poor.code, poor.stderr]).toEqual([1, expect.stringMatching(/KEEPER_KEY.* has no coins/)])
      await control('fund', {
        address: keeperAccount(keeperKey, 0).wallet.address,
        attoAlph: String(1_000n * ONE),
      })

      indexers = await Promise.all([start('index'), start('index')])
      apis = await Promise.all([start('api'), start('api')])
      keepers = await Promise.all([start('keeper'), start('keeper')])
      proxy = await startCaddy(apis.map(({ url }) => url))
      clients = apis.map(({ url }) => createHttpClient(url))
      through = createHttpClient(proxy.url)
      const status = await get(through, '/v1/status')
      for (const wallet of [proposer, trader])
        await control('fund', {
          address: wallet.address,
          attoAlph: String(1_000n * ONE),
          tokens: [
            { id: status.tokens.collateral.id, amount: String(100_000n * ONE) },
            { id: status.tokens.stake.id, amount: String(2_000_000n * ONE) },
          ],
        })
    })
    test('behavior: every process answers probes, and of each part one leads', async () => {
      for (const { url } of started.slice(1)) {
        expect((await fetch(`${url}/health`)).status).toBe(200)
        expect((await fetch(`${url}/metrics`)).headers.get('content-type')).toContain('text/plain')
      }
      const leading = await leaderOf('indexer', indexers)
      expect((await fetch(`${leading.url}/v1/status`)).status).toBe(404)
      await leaderOf('keeper', keepers)
    })
    test('behavior: figures are closed from outside, however they are asked for', async () => {
      const { hostname, port } = new URL(proxy.url)
      const spellings = [
        '/metrics',
        '/metrics/',
        '//metrics',
        '/METRICS',
        '/%6Detrics',
        '/metrics?a=1',
        '/v1/../metrics',
        '/./metrics',
        '/metrics%2F',
        '/metrics;a',
      ]
      for (const path of spellings) {
        const answer = await sendRaw(
          Number(port),
          `GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\nConnection: close\r\n\r\n`,
        )
        expect({ path, isClosed: !answer.includes('sibyl_') }).toEqual({ path, isClosed: true })
      }
      const refused = await fetch(`${proxy.url}/metrics`)
      expect([refused.status, await refused.json()]).toEqual([
        404,
        { statusCode: 404, code: 'NOT_FOUND', message: 'There is nothing under this path.' },
      ])
      expect(await metricsOf(apis[0]!)).toContain('sibyl_')
    })
    test('F28 behavior: a key of one API is good on the other, and revoked on one it is no good on either', async () => {
      const [a, b] = clients as [Client, Client]
      key = (await mint(a, trader)).key
      expect((await b.request('GET', '/v1/auth/keys', { key })).json().keys).toHaveLength(1)
      const second = await mint(b, trader)
      expect((await a.request('DELETE', `/v1/auth/keys/${second.id}`, { key })).status).toBe(204)
      for (const client of clients)
        expect((await client.request('GET', '/v1/auth/keys', { key: second.key })).status).toBe(401)
    })
    test('behavior: the keeper deploys what was voted for', async () => {
      await send('vault/deposit', proposer, { amount: String(1_000_000n * ONE) })
      await vote('Will two processes agree?', 1)
      const { markets } = await until('/v1/markets', ({ pagination }) => pagination.total === 1)
      market = markets[0].marketAddress
    })
    test('behavior: an order built on one API is the same on the other, byte for byte, and both show it', async () => {
      const [a, b] = clients as [Client, Client]
      const built = await build(a, `markets/${market}/orders`, trader, order)
      expect(built.status).toBe(200)
      expect((await build(b, `markets/${market}/orders`, trader, order)).body).toBe(built.body)
      await submit(trader, built.json())
      const shown = await Promise.all(
        clients.map((client) => get(client, `/v1/users/${trader.address}/orders`)),
      )
      expect(shown[0].orders).toMatchObject([{ marketAddress: market, price: 400 }])
      expect(shown[1]).toEqual(shown[0])
    })
    test('behavior: a key’s budget is one, wherever its requests go', async () => {
      const [a, b] = clients as [Client, Client]
      const limited = await mint(a, proposer)
      const set = await runCommand(['keys', 'limit', limited.id, '--reads', '10'], environment)
      expect(set.code).toBe(0)
      const answers = []
      for (let i = 0; i < 14; i++) {
        const answer = await (i % 2 ? a : b).request('GET', '/v1/auth/keys', { key: limited.key })
        answers.push([answer.status, Number(answer.headers['ratelimit-remaining'])])
      }
      expect(answers).toEqual([
        ...Array.from({ length: 10 }, (_, i) => [200, 9 - i]),
        ...Array.from({ length: 4 }, () => [429, 0]),
      ])
    })
    test('behavior: kill -9 of one API: the service goes on', async () => {
      apis[0]!.kill('SIGKILL')
      await apis[0]!.exited
      const statuses = []
      for (let i = 0; i < 10; i++) statuses.push((await through.request('GET', '/v1/markets')).status)
      expect(statuses).toEqual(new Array(10).fill(200))
      const again = await build(through, `markets/${market}/orders`, trader, { ...order, price: 410 })
      expect(again.status).toBe(200)
      await submit(trader, again.json())
      expect((await get(through, `/v1/users/${trader.address}/orders`)).orders).toHaveLength(2)
    })
    test('behavior: kill -9 of the leading indexer and keeper: the others go on where they were', async () => {
      const fallen = [await leaderOf('indexer', indexers), await leaderOf('keeper', keepers)]
      for (const process of fallen) await kill(process, 'SIGKILL')
      const alive = (processes: Process[]) => processes.filter((process) => !fallen.includes(process))
      await send(`markets/${market}/orders`, trader, { ...order, price: 420 })
      const { orders } = await get(through, `/v1/users/${trader.address}/orders`)
      expect(orders.map(({ price }: { price: number }) => price)).toEqual([420, 410, 400])
      await leaderOf('indexer', alive(indexers))
      await vote('Will the other take over?', 2)
      await until('/v1/markets', ({ pagination }) => pagination.total === 2)
      await leaderOf('keeper', alive(keepers))
    })
    test('F29 behavior: the rate limit store is lost: nobody notices but the operator', async () => {
      await redis.kill()
      expect((await through.request('GET', '/v1/markets')).status).toBe(200)
      const { url } = apis[1]!
      expect(await (await fetch(`${url}/metrics`)).text()).toMatch(
        /sibyl_rate_limits_shared{store="redis"} 0/,
      )
    })
    test('behavior: a backup of schema service and the chain are the whole venue', async (context) => {
      const url = environment.DATABASE_URL ?? ''
      const tools = await findPostgresTools(url)
      if ('absent' in tools) return context.skip(tools.absent)
      const held = await build(through, `markets/${market}/orders`, trader, { ...order, price: 430 })
      expect(held.status).toBe(200)
      // First the keepers, so that the chain rests; then the others, so that nothing is written after the dump.
      await Promise.all(keepers.map((keeper) => kill(keeper, 'SIGTERM')))
      const before = await get(through, `/v1/users/${trader.address}/orders`)
      await Promise.all(started.slice(1).map((process) => kill(process, 'SIGTERM')))

      const file = join(data.path, 'service.dump')
      await tools.dumpService(url, file)
      restored = await createTestDatabase('server')
      if (restored.options.kind !== 'server') throw new Error('no server')
      await tools.restore(restored.options.url, file)
      expect(await serviceRows(restored.options.url)).toEqual(await serviceRows(url))

      environment.DATABASE_URL = restored.options.url
      const [, api] = await Promise.all([start('index'), start('api')])
      const client = createHttpClient(api.url)
      expect(await get(client, `/v1/users/${trader.address}/orders`)).toEqual(before)
      expect((await client.request('GET', '/v1/auth/keys', { key })).status).toBe(200)
      const again = await build(client, `markets/${market}/orders`, trader, { ...order, price: 430 })
      expect(again.body).toBe(held.body)

      // What several indexers wrote in turns is, row for row, what one writes from the beginning.
      const [followed, rebuilt] = [await own.open(), await restored.open()]
      expect(await dumpIndex(followed)).toEqual(await dumpIndex(rebuilt))
      for (const database of [followed, rebuilt]) await database.close()
    })
    test('behavior: no duty was done twice, whichever keeper did it', () => {
      const sent = keepers.flatMap((keeper) => [
        ...keeper.output().matchAll(/"task":"([^"]+)","txId":"\w+","event":"sent"/g),
      ])
      const tasks = sent.map(([, task]) => task)
      expect(tasks.length).toBeGreaterThan(0)
      expect(tasks).toEqual([...new Set(tasks)])
    })
  },
)

/** Every row of schema service, table by table. */
async function serviceRows(url: string): Promise<Record<string, unknown[]>> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'service' order by 1`,
    )
    const found: Record<string, unknown[]> = {}
    for (const { name } of tables)
      found[name] = (await client.query(`select to_jsonb(t) as row from service.${name} t order by 1`)).rows
    return found
  } finally {
    await client.end()
  }
}

describe('a part alone', () => {
  test.each([
    ['api', {}, 'DATABASE_URL'],
    [
      'index',
      { DATABASE_URL: 'postgres://u@127.0.0.1:9/x', SECRET_KEYS: 's'.repeat(32) },
      'ALEPHIUM_NODE_URL',
    ],
    [
      'keeper',
      {
        DATABASE_URL: 'postgres://u@127.0.0.1:9/x',
        SECRET_KEYS: 's'.repeat(32),
        ALEPHIUM_NODE_URL: 'http://127.0.0.1:9',
      },
      'KEEPER_KEY',
    ],
  ])('error: sibyl %s without what it shares with others', async (role, environment, name) => {
    const result = await runCommand([role], environment)
    expect([result.code, result.stderr]).toEqual([1, expect.stringContaining(`${name} is required`)])
  })
})

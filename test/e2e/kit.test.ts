import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type Client, createClient, createTrader, type Trader } from '../../src/client/index.ts'
import { readConfig } from '../../src/config/index.ts'
import { examine, type Finding } from '../../src/doctor/index.ts'
import { ONE } from '../../src/domain/index.ts'
import { keeperAccount } from '../../src/keeper/index.ts'
import { systemClock } from '../../src/kit/index.ts'
import { type Caddy, startCaddy } from '../support/caddy.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { freePort } from '../support/free-port.ts'
import { createHttpClient } from '../support/http.ts'
import {
  findReplicationTools,
  type PostgresReplica,
  startPostgresReplica,
} from '../support/postgres-replica.ts'
import { type PostgresServer, startPostgresServer } from '../support/postgres-server.ts'
import { sendRaw } from '../support/raw-http.ts'
import { type RedisServer, startRedisServer } from '../support/redis-server.ts'
import { startScriptedServer, status } from '../support/scripted-server.ts'
import { createDataDir, runCommand, startDevnetAlone, startRole } from '../support/service.ts'
import { createWallet, mint } from '../support/wallet.ts'

// What compose.yaml describes, as processes: PostgreSQL with the kit's read replica, Redis, two of each part, the kit's proxy.
// One after the other is killed while somebody trades and others read; then the doctor looks at it with faults planted.

const minute = 60_000
const absent = ['postgresAbsent', 'redisAbsent', 'caddyAbsent', 'replicationAbsent'] as const
const isMissing = absent.some((name) => inject(name) !== null)
/** Who is told to try again does, for as long as a test may take. */
const patience = { attemptsMax: 1_000, timeoutMs: 60_000 }

describe.skipIf(isMissing)('the kit (server) (redis) (proxy) (replica)', { timeout: 600_000 }, () => {
  type Role = 'api' | 'index' | 'keeper'
  type Process = Awaited<ReturnType<typeof startRole>>
  const folder = mkdtempSync(join(tmpdir(), 'sibyl-kit-'))
  const data = createDataDir()
  const keeperKey = randomBytes(32).toString('hex')
  const wallet = createWallet()
  /** Votes while the other trades: two transactions of one wallet at once would spend the same coins. */
  const proposer = createWallet()
  const started: Process[] = []
  const parts: Record<Role, Process[]> = { api: [], index: [], keeper: [] }
  let server: PostgresServer
  let standby: PostgresReplica
  let redis: RedisServer
  let proxy: Caddy
  let environment: Record<string, string>
  let client: Client
  let trader: Trader
  let voter: Trader
  let market: string

  const start = async (role: Role, port = '0'): Promise<Process> => {
    const process = await startRole(role, { ...environment, PORT: port })
    started.push(process)
    parts[role].push(process)
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
  const metricsOf = async ({ url }: Process): Promise<string> => (await fetch(`${url}/metrics`)).text()
  const leaderOf = async (part: 'indexer' | 'keeper', among: readonly Process[]): Promise<Process> => {
    for (;;)
      for (const process of among)
        if ((await metricsOf(process)).includes(`sibyl_leading{part="${part}"} 1`)) return process
  }
  /** kill -9, and another one in its place, as a supervisor would have it. */
  const replace = async (role: Role, fallen: Process): Promise<void> => {
    fallen.kill('SIGKILL')
    await fallen.exited
    parts[role] = parts[role].filter((process) => process !== fallen)
    await start(role, new URL(fallen.url).port)
  }
  /** A market voted for, which only a keeper will deploy. */
  const vote = async (question: string, proposalId: number): Promise<void> => {
    const endsAt = new Date(Date.now() + 30 * 24 * 60 * minute).toISOString()
    await voter.sendAndWait({ kind: 'proposeSingle', question, category: 'Kit', endsAt }, patience)
    await voter.sendAndWait({ kind: 'vote', proposalId }, patience)
    await control('time', { advanceMs: 5 * minute })
    await control('mine', {})
  }
  const marketsAre = async (count: number): Promise<string> => {
    for (;;) {
      const { markets } = await client.markets.list({}, patience)
      if (markets.length === count) return markets[0]!.marketAddress
    }
  }

  // What was acknowledged, and what readers saw meanwhile.
  const placed: string[] = []
  let reads = 0
  let isOver = false
  const load: Promise<void>[] = []

  async function trade(): Promise<void> {
    while (!isOver) {
      // No two have the same quantity: it is an order's name here.
      const quantity = String(BigInt(placed.length + 1) * ONE)
      const order = { side: 'buy', outcome: 'yes', price: 100 + (placed.length % 300), quantity } as const
      await trader.sendAndWait({ kind: 'placeOrder', address: market, ...order }, patience)
      placed.push(quantity)
    }
  }
  /** Follows its own height, as a client does that was sent from one process to the other. */
  async function read(path: (turn: number) => string): Promise<void> {
    for (let seen = 0; !isOver; ) {
      const answer = await fetch(`${proxy.url}${path(reads)}`, {
        headers: { 'x-min-block-height': String(seen) },
      })
      await answer.text()
      // Killed in the middle of an answer, or waiting for an index that is being taken over: a client asks again.
      if ([502, 503, 504].includes(answer.status)) continue
      const height = Number(answer.headers.get('x-block-height'))
      expect({ status: answer.status, isBack: height < seen }).toEqual({ status: 200, isBack: false })
      seen = height
      reads++
    }
  }
  /** Some more of both, after whatever has just happened. */
  const goesOn = async (): Promise<void> => {
    const [orders, answers] = [placed.length + 3, reads + 20]
    while (placed.length < orders || reads < answers) {
      await Promise.race([...load, new Promise((resolve) => setImmediate(resolve))])
      await fetch(`${proxy.url}/health`).catch(() => undefined)
    }
  }

  beforeAll(async () => {
    chmodSync(folder, 0o711)
    const binaries = findReplicationTools()
    if ('absent' in binaries) throw new Error(binaries.absent)
    server = await startPostgresServer(binaries, join(folder, 'primary'), { survivesCrash: true })
    standby = await startPostgresReplica(binaries, server.url, join(folder, 'replica'))
    redis = await startRedisServer()
    // An hour behind, so that what the keeper waits for by the database's clock is due as soon as the chain allows it.
    const devnet = await startDevnetAlone({ DEVNET_START_MS: String(Date.now() - 60 * minute) })
    started.push(devnet)
    environment = {
      DATABASE_URL: server.url,
      DATABASE_READ_URLS: standby.url('postgres'),
      REDIS_URL: redis.url,
      SECRET_KEYS: randomBytes(32).toString('hex'),
      ALEPHIUM_NODE_URL: devnet.url,
      KEEPER_KEY: keeperKey,
      DATA_DIR: data.path,
      TRUST_PROXY: '1',
      PUBLIC_URL: 'https://sibyl.example',
      RATE_LIMIT_ANON_READS: '100000000',
      RATE_LIMIT_KEY_READS: '100000000',
      RATE_LIMIT_KEY_WRITES: '100000000',
    }
    const deployer = /group 0.*?key +([0-9a-f]{64})/s.exec(devnet.output())?.[1] ?? ''
    const deployed = await runCommand(['deploy', '--network', 'devnet'], {
      ...environment,
      DEPLOYER_KEY: deployer,
    })
    expect(deployed).toMatchObject({ code: 0 })
    const { address } = keeperAccount(keeperKey, 0).wallet
    await control('fund', { address, attoAlph: String(1_000n * ONE) })
    for (const role of ['index', 'index', 'api', 'api', 'keeper', 'keeper'] as const) await start(role)
    proxy = await startCaddy(parts.api.map(({ url }) => url))
    const { tokens } = await createClient({ url: proxy.url }).status(patience)
    for (const { address } of [wallet, proposer])
      await control('fund', {
        address,
        attoAlph: String(10_000n * ONE),
        tokens: [
          { id: tokens.collateral.id, amount: String(1_000_000n * ONE) },
          { id: tokens.stake.id, amount: String(2_000_000n * ONE) },
        ],
      })
    const { key } = await mint(createHttpClient(proxy.url), wallet)
    client = createClient({ url: proxy.url, key })
    trader = await createTrader({ client, signer: wallet })
    voter = await createTrader({ client, signer: proposer })
    await voter.sendAndWait({ kind: 'vaultDeposit', amount: String(1_000_000n * ONE) }, patience)
    await vote('Will it hold?', 1)
    market = await marketsAre(1)
  })
  afterAll(async () => {
    isOver = true
    await Promise.allSettled(load)
    for (const process of started) process.kill('SIGKILL')
    await Promise.all(started.map(({ exited }) => exited))
    await proxy?.close()
    await redis?.kill()
    await standby?.kill()
    await server?.stop()
    data.remove()
    rmSync(folder, { recursive: true, force: true })
  })

  test('default: lists come from the replica, and figures are closed from outside', async () => {
    const isAnswered = async (): Promise<boolean> => {
      await client.markets.list({ limit: 1 + (reads++ % 99) }, patience)
      const texts = await Promise.all(parts.api.map(metricsOf))
      return texts.every((text) => /sibyl_read_replica_reads_total{outcome="answered"} [1-9]/.test(text))
    }
    while (!(await isAnswered()));
    const outside = await (await fetch(`${proxy.url}/metrics`)).text()
    expect(outside).not.toContain('sibyl_')
  })
  test('behavior: one after the other is killed under load, and nothing is lost', async () => {
    load.push(
      trade(),
      read((turn) => `/v1/markets?limit=${1 + (turn % 99)}`),
      read((turn) => `/v1/users/${wallet.address}/orders?limit=${1 + (turn % 99)}`),
      read((turn) => `/v1/search?q=hold&limit=${1 + (turn % 50)}`),
    )
    await goesOn()
    await standby.kill()
    await goesOn()
    await standby.restart()
    await redis.kill()
    await goesOn()
    await redis.restart()
    await server.kill()
    await server.restart()
    await goesOn()
    for (const fallen of [...parts.api]) {
      await replace('api', fallen)
      await goesOn()
    }
    await replace('index', await leaderOf('indexer', parts.index))
    await goesOn()
    await replace('keeper', await leaderOf('keeper', parts.keeper))
    await vote('Will another keeper deploy it?', 2)
    await marketsAre(2)
    await goesOn()
    isOver = true
    await Promise.all(load)

    const shown: string[] = []
    for await (const { quantity } of client.users.orders.iterate({ address: wallet.address, status: 'all' }))
      shown.push(quantity)
    expect(shown.reverse()).toEqual(placed)
    expect(placed.length).toBeGreaterThanOrEqual(21)
  })

  test('behavior: bodies that callers break off take no replica from the others', async () => {
    const { host, port } = new URL(proxy.url)
    const head = `POST /v1/auth/challenge HTTP/1.1\r\nHost: ${host}\r\nTransfer-Encoding: chunked\r\n\r\n`
    for (let turn = 0; turn < 2 * parts.api.length; turn++)
      await sendRaw(Number(port), `${head}6\r\n{"addr\r\nno length\r\n`)
    for (const _ of parts.api) expect((await fetch(`${proxy.url}/v1/status`)).status).toBe(200)
  })
  test('error: an exchange that breaks is told as that, and not as a service that is away', async () => {
    const replica = await startScriptedServer(status(200, {}))
    const alone = await startCaddy([replica.url])
    try {
      replica.play((request, response) => {
        if (request.url === '/ready') status(200, {})(request, response)
        else request.socket.destroy()
      })
      const broken = await fetch(`${alone.url}/v1/tx/fund`, { method: 'POST', body: '{}' })
      expect([broken.status, broken.headers.get('retry-after')]).toEqual([502, null])
      expect(broken.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
      expect(broken.headers.get('x-content-type-options')).toBe('nosniff')
      expect(await broken.json()).toMatchObject({ statusCode: 502, code: 'UPSTREAM_ERROR' })
    } finally {
      await alone.close()
      await replica.stop()
    }
  })
  test('error: a write that met a replica which is away was not carried out, and is told when to come again', async () => {
    const answer = status(200, {})
    const carriedOut: string[] = []
    const staying = await startScriptedServer((request, response) => {
      request.resume().on('end', () => {
        if (request.method === 'POST') carriedOut.push(request.url ?? '')
        answer(request, response)
      })
    })
    const leaving = await startScriptedServer(answer)
    const both = await startCaddy([staying.url, leaving.url])
    try {
      // For two seconds after a look the proxy takes it to be there.
      await new Promise((looked) =>
        leaving.play((request, response) => {
          if (request.url === '/ready') response.on('close', looked)
          response.setHeader('connection', 'close')
          answer(request, response)
        }),
      )
      while (!leaving.requests.includes('/v1/status')) await fetch(`${both.url}/v1/status`)
      await leaving.stop()
      const write = () => fetch(`${both.url}/v1/tx/fund`, { method: 'POST', body: '{}' })
      const told = [await write(), await write()].map((got) => [got.status, got.headers.get('retry-after')])
      expect(told.sort()).toEqual([
        [200, null],
        [503, '2'],
      ])
      expect(carriedOut).toEqual(['/v1/tx/fund'])
    } finally {
      await both.close()
      await staying.stop()
    }
  })
  test('error: while no API process answers, the proxy refuses in the contract’s shape', async () => {
    const alone = await startCaddy([`http://127.0.0.1:${await freePort()}`])
    try {
      const refused = createClient({ url: alone.url }).status({ attemptsMax: 1 })
      await expect(refused).rejects.toMatchObject({
        ...{ name: 'SibylError', status: 503, code: 'UNAVAILABLE', retryAfterMs: 2_000 },
        details: { reason: 'not_ready' },
      })
    } finally {
      await alone.close()
    }
  })

  describe('the doctor', () => {
    let other: TestDatabase
    let away: string
    const look = async (change: Readonly<Record<string, string>>): Promise<Finding[]> => {
      const settings = { ...environment, PUBLIC_URL: proxy.url, ...change }
      const findings = await examine(readConfig(settings), systemClock)
      return findings.filter(({ status }) => status === 'failed' || status === 'warning')
    }
    /** The deployment file with something else in it. */
    const file = (
      name: string,
      change: (deployment: Record<string, object>) => object,
    ): Record<string, string> => {
      const path = join(data.path, `${name}.json`)
      const whole = JSON.parse(readFileSync(join(data.path, 'deployment.json'), 'utf8'))
      const changed = change(whole.deployment)
      writeFileSync(
        path,
        JSON.stringify({ ...whole, ...changed, deployment: { ...whole.deployment, ...changed } }),
      )
      return { DEPLOYMENT_FILE: path }
    }
    beforeAll(async () => {
      other = await createTestDatabase('server')
      away = `127.0.0.1:${await freePort()}`
    })
    afterAll(() => other.drop())
    const otherUrl = (): string => (other.options.kind === 'server' ? other.options.url : '')

    test('default: the kit as it stands is in order', async () => {
      expect((await look({})).filter(({ check }) => check !== 'quorum')).toEqual([])
    })

    const faults: Record<
      string,
      [check: string, plant: () => Record<string, string> | Promise<Record<string, string>>]
    > = {
      'the node is away': ['node', () => ({ ALEPHIUM_NODE_URL: `http://${away}` })],
      'the venue is on another network': ['network', () => file('network', () => ({ networkId: 0 }))],
      'there is no deployment file': ['contracts', () => ({ DEPLOYMENT_FILE: join(data.path, 'nowhere') })],
      'a token has other decimals': [
        'tokens',
        () =>
          file('tokens', ({ tokens }) => {
            const { collateral, stake } = tokens as Record<string, object> // it is a deployment file
            return { tokens: { stake, collateral: { ...collateral, decimals: 6 } } }
          }),
      ],
      'the keeper has no coins': ['keeper', () => ({ KEEPER_KEY: 'ab'.repeat(32) })],
      'the database is away': ['database', () => ({ DATABASE_URL: `postgres://u@${away}/x` })],
      'the database has no migrations': ['migrations', () => ({ DATABASE_URL: otherUrl() })],
      'the read replica is away': ['replicas', () => ({ DATABASE_READ_URLS: `postgres://u@${away}/x` })],
      'the read replica is the primary itself': ['replicas', () => ({ DATABASE_READ_URLS: server.url })],
      'the read replica is another database': [
        'replicas',
        async () => {
          await (await other.open()).close()
          return { DATABASE_READ_URLS: otherUrl() }
        },
      ],
      'the counters are away': ['redis', () => ({ REDIS_URL: `redis://${away}` })],
      'PUBLIC_URL leads nowhere': ['public url', () => ({ PUBLIC_URL: `http://${away}` })],
      'the figures are open to the world': ['proxy', () => ({ PUBLIC_URL: parts.api[0]!.url })],
    }
    test.each(Object.keys(faults))('error: %s', async (name) => {
      const [check, plant] = faults[name]!
      const found = await look(await plant())
      expect(found.map((finding) => finding.check)).toContain(check)
      for (const { remedy } of found) expect(remedy).not.toBeNull()
    })
  })
})

import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { ONE } from '../../src/domain/index.ts'
import { keeperAccount } from '../../src/keeper/index.ts'
import { monotonicMs, sleep } from '../../src/kit/index.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { startDatabaseProxy } from '../support/database-proxy.ts'
import { createDataDir, runCommand, startDevnetAlone, startRole } from '../support/service.ts'
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts'

// Two indexers and two keepers, each with a way of its own to node and database. The leaders fail in each way there is
// while the others stand by; then exactly one of each works.

type Role = 'index' | 'keeper'

interface Process extends Awaited<ReturnType<typeof startRole>> {
  readonly role: Role
  readonly node: TcpProxy
  readonly database: TcpProxy
  /** Where its node proxy leads: another chain when changed. */
  readonly target: { host: string; port: number }
}

/** What the issue of a failing leader allows until another works. */
const takeoverMs = 20_000

describe.skipIf(inject('postgresAbsent') !== null)('who leads (server)', { timeout: 300_000 }, () => {
  const data = createDataDir()
  const keeperKey = randomBytes(32).toString('hex')
  const all: { kill(signal: NodeJS.Signals): void; exited: Promise<unknown> }[] = []
  const running: Record<Role, Process[]> = { index: [], keeper: [] }
  const proxies: TcpProxy[] = []
  let own: TestDatabase
  let databaseUrl = ''
  let environment: Record<string, string>
  let nodeUrl = ''
  let otherNodeUrl = ''

  const control = async (url: string, name: string, body: object): Promise<void> => {
    const answer = await fetch(`${url}/devnet/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect({ name, status: answer.status }).toEqual({ name, status: 200 })
  }

  async function start(role: Role): Promise<Process> {
    const target = { host: '127.0.0.1', port: Number(new URL(nodeUrl).port) }
    const node = await startTcpProxy(target)
    const { proxy: database, url } = await startDatabaseProxy(databaseUrl)
    proxies.push(node, database)
    const started = await startRole(role, {
      ...environment,
      DATABASE_URL: url,
      ALEPHIUM_NODE_URL: `http://127.0.0.1:${node.port}`,
    })
    all.push(started)
    const process = { ...started, role, node, database, target }
    running[role].push(process)
    return process
  }

  const partOf = { index: 'indexer', keeper: 'keeper' } as const
  /** A process that is stopped or gone tells nothing. */
  const ask = async (url: string): Promise<{ status: number; text: string } | null> => {
    try {
      const answer = await fetch(url, { signal: AbortSignal.timeout(1_000) })
      return { status: answer.status, text: await answer.text() }
    } catch {
      return null
    }
  }
  async function isLeading({ url, role }: Process): Promise<boolean> {
    const metrics = await ask(`${url}/metrics`)
    return metrics?.text.includes(`sibyl_leading{part="${partOf[role]}"} 1`) ?? false
  }
  /** Statements by which a part looks for work: only who leads sends them. */
  const lookOf = { index: 'put-index-health', keeper: 'list-due-reveals' } as const
  async function looks({ url, role }: Process): Promise<number> {
    const metrics = await ask(`${url}/metrics`)
    const pattern = new RegExp(
      `sibyl_sql_statement_seconds_count\\{label="${lookOf[role]}",failed="false"\\} (\\d+)`,
    )
    return Number(pattern.exec(metrics?.text ?? '')?.[1] ?? 0)
  }

  async function leaderOf(role: Role, among: readonly Process[] = running[role]): Promise<Process> {
    for (;;) {
      for (const process of among) if (await isLeading(process)) return process
      await sleep(100)
    }
  }
  /** Another one leads and works, in time, and nobody else says that it leads. */
  async function expectTakeover(failed: Process): Promise<Process> {
    const sinceMs = monotonicMs()
    const others = running[failed.role].filter((process) => process !== failed)
    const next = await leaderOf(failed.role, others)
    const before = await looks(next)
    while ((await looks(next)) === before) await sleep(50)
    expect(monotonicMs() - sinceMs).toBeLessThan(takeoverMs)
    expect(await isLeading(failed)).toBe(false)
    return next
  }
  const readiness = async ({ url }: Process) => {
    const answer = await ask(`${url}/ready`)
    return answer && { status: answer.status, reasons: JSON.parse(answer.text).details?.reasons ?? [] }
  }
  const eventually = async (process: Process, status: number): Promise<void> => {
    while ((await readiness(process))?.status !== status) await sleep(100)
  }
  const leaders = (): Promise<Process[]> => Promise.all([leaderOf('index'), leaderOf('keeper')])

  beforeAll(async () => {
    own = await createTestDatabase('server')
    if (own.options.kind !== 'server') throw new Error('no server')
    databaseUrl = own.options.url
    const devnets = [
      await startDevnetAlone({ DEVNET_SEED: 'a' }),
      await startDevnetAlone({ DEVNET_SEED: 'b' }),
    ]
    all.push(...devnets)
    ;[nodeUrl, otherNodeUrl] = devnets.map(({ url }) => url) as [string, string]
    environment = {
      SECRET_KEYS: randomBytes(32).toString('hex'),
      KEEPER_KEY: keeperKey,
      DATA_DIR: data.path,
      DATABASE_URL: databaseUrl,
      ALEPHIUM_NODE_URL: nodeUrl,
      PUBLIC_URL: 'https://sibyl.example',
      INDEX_START_HEIGHT: '1',
    }
    const deployerKey = /group 0.*?key +([0-9a-f]{64})/s.exec(devnets[0]!.output())?.[1] ?? ''
    const deployed = await runCommand(['deploy', '--network', 'devnet'], {
      ...environment,
      DEPLOYER_KEY: deployerKey,
    })
    expect(deployed.code).toBe(0)
    const address = keeperAccount(keeperKey, 0).wallet.address
    await control(nodeUrl, 'fund', { address, attoAlph: String(1_000n * ONE) })
    await Promise.all([start('index'), start('index'), start('keeper'), start('keeper')])
    // A chain of its own, long enough to be believed.
    for (let i = 0; i < 5; i++) await control(otherNodeUrl, 'mine', { blocks: 20 })
  }, 180_000)
  afterAll(async () => {
    for (const process of all) process.kill('SIGKILL')
    await Promise.all(all.map(({ exited }) => exited))
    await Promise.all(proxies.map((proxy) => proxy.close()))
    await own?.drop()
    data.remove()
  })

  test('default: one of each leads and all are ready', async () => {
    await leaders()
    for (const role of ['index', 'keeper'] as const) {
      const leading = await Promise.all(running[role].map(isLeading))
      expect(leading.filter(Boolean)).toHaveLength(1)
      for (const process of running[role]) await eventually(process, 200)
    }
  })
  test('behavior: a leader without its node gives its lease up, is not ready until it has one again, and stands by', async () => {
    const failed = await leaders()
    await Promise.all(failed.map(({ node }) => node.down()))
    const next = await Promise.all(failed.map(expectTakeover))
    for (const process of failed) {
      await eventually(process, 503)
      expect(await isLeading(process)).toBe(false)
    }
    for (const process of next) await eventually(process, 200)
    await Promise.all(failed.map(({ node }) => node.up()))
    for (const process of failed) await eventually(process, 200)
    expect(await leaders()).toEqual(next)
  })
  test('behavior: a leader without the database ends its lead by itself', async () => {
    const failed = await leaders()
    await Promise.all(failed.map(({ database }) => database.down()))
    const next = await Promise.all(failed.map(expectTakeover))
    for (const process of failed) await eventually(process, 503)
    await Promise.all(failed.map(({ database }) => database.up()))
    for (const process of failed) await eventually(process, 200)
    expect(await leaders()).toEqual(next)
  })
  test('behavior: a leader that is stopped loses its lead, and knows it when it goes on', async () => {
    const failed = await leaders()
    for (const process of failed) process.kill('SIGSTOP')
    const next = await Promise.all(failed.map(expectTakeover))
    for (const process of failed) process.kill('SIGCONT')
    for (const process of failed) await eventually(process, 200)
    expect(await leaders()).toEqual(next)
    for (const process of failed) expect(await isLeading(process)).toBe(false)
  })
  test('behavior: an indexer that must not go on ends with a sentence, and another takes over at once', async () => {
    const failed = await leaderOf('index')
    failed.target.port = Number(new URL(otherNodeUrl).port)
    failed.node.cut()
    expect(await failed.exited).toBe(1)
    expect(failed.output()).toContain('the indexer halted: the chain reorganised below block')
    const next = await expectTakeover(failed)
    await eventually(next, 200)
    running.index = running.index.filter((process) => process !== failed)
    await start('index')
  })
  test('behavior: a leader that is told to stop leaves its place to another', async () => {
    const failed = await leaders()
    for (const process of failed) process.kill('SIGTERM')
    const next = await Promise.all(failed.map(expectTakeover))
    for (const process of next) await eventually(process, 200)
    for (const process of failed) {
      expect(await process.exited).toBe(0)
      running[process.role] = running[process.role].filter((other) => other !== process)
      await start(process.role)
    }
  })
  test('behavior: a leader that is killed is followed by another', async () => {
    const failed = await leaders()
    for (const process of failed) process.kill('SIGKILL')
    const next = await Promise.all(failed.map(expectTakeover))
    for (const process of next) await eventually(process, 200)
  })
})

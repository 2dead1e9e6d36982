import { once } from 'node:events'
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { Agent, get, type IncomingMessage } from 'node:http'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Answered } from '../support/api.ts'
import { createHttpClient } from '../support/http.ts'
import {
  createDataDir,
  runCommand,
  type Service,
  seedDatabase,
  startAndFail,
  startService,
  startWithNpm,
} from '../support/service.ts'
import { createWallet, mint, tryMint } from '../support/wallet.ts'

const generous = { RATE_LIMIT_ANON_WRITES: '100000', RATE_LIMIT_KEY_READS: '100000' }

/** A busy machine may hold a client back longer than a second; an idle connection it was about to use is kept so long. */
const patient = { SHUTDOWN_DRAIN_MS: '3000' }

describe('npm start', () => {
  const data = createDataDir()
  const environment = { DATA_DIR: data.path, LOG_LEVEL: 'debug', ...generous, ...patient }
  let service: Service
  beforeAll(async () => {
    service = await startService(environment)
  })
  afterAll(async () => {
    service.kill('SIGKILL')
    await service.exited
    data.remove()
  })

  test('default: from an empty folder to a healthy, ready service that says where it is', async () => {
    const client = createHttpClient(service.url)
    expect((await client.request('GET', '/health')).json()).toEqual({ status: 'ok' })
    await untilReady(client)
    expect((await client.request('GET', '/metrics')).body).toContain('sibyl_http_request_seconds')
    expect((await client.request('GET', '/openapi.json')).json().openapi).toBe('3.1.0')
    const node = await fetch(`${service.nodeUrl}/infos/version`)
    expect(node.status).toBe(200)
  })
  test('behavior: kill -9 during writes loses nothing that was acknowledged', async () => {
    const client = createHttpClient(service.url)
    const acknowledged: string[] = []
    let running = true
    const writers = Array.from({ length: 4 }, async () => {
      const wallet = createWallet()
      while (running) {
        try {
          acknowledged.push((await mint(client, wallet)).key)
        } catch {
          // The connection died with the process, or the wallet has its fifty keys: neither was acknowledged.
          if (running && acknowledged.length > 40) return
        }
        if (acknowledged.length === 12) service.kill('SIGKILL')
      }
    })
    expect(await service.exited).toBe('SIGKILL')
    running = false
    await Promise.all(writers)
    expect(acknowledged.length).toBeGreaterThanOrEqual(12)
    expect(service.output()).not.toMatch(/sibyl_live_[1-9A-HJ-NP-Za-km-z]{20}/)

    service = await startService(environment)
    const again = createHttpClient(service.url)
    for (const key of acknowledged)
      expect((await again.request('GET', '/v1/auth/keys', { key })).status).toBe(200)

    // The index goes on.
    const mined = await fetch(`${service.nodeUrl}/devnet/mine`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    expect(mined.status).toBe(200)
    const tip = await fetch(`${service.nodeUrl}/blockflow/chain-info?fromGroup=0&toGroup=0`)
    const { currentHeight } = (await tip.json()) as { currentHeight: number }
    const headers = { 'x-min-block-height': String(currentHeight) }
    await untilServed(() => again.request('GET', '/v1/markets', { headers }))
  })
  test('error: a second service on the same folder is refused with a sentence', async () => {
    const second = await startAndFail(environment)
    expect(second.code).toBe(1)
    expect(second.stderr).toMatch(/in use/)
    expect((await createHttpClient(service.url).request('GET', '/health')).status).toBe(200)
  })
  test('F36 behavior: SIGTERM under load resets nobody, ends with 0 and frees the folder', async () => {
    const client = createHttpClient(service.url)
    const { key, id } = await mint(client, createWallet())
    const outcomes: number[] = []
    // Each on a connection of its own, until it is told to leave it. A new one may come too late to be let in.
    const loaders = Array.from({ length: 16 }, async () => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      for (let isOpen = true; isOpen; ) {
        const answer = await getWith(agent, `${service.url}/v1/auth/keys`, key)
        isOpen = answer.headers.connection !== 'close'
        outcomes.push(answer.statusCode ?? 0)
        if (outcomes.length === 200) service.kill('SIGTERM')
      }
    })
    await Promise.all(loaders)
    expect(await service.exited).toBe(0)
    // Served, or told to go elsewhere: nobody's accepted request was dropped.
    expect(outcomes.filter((status) => status !== 200 && status !== 503)).toEqual([])
    await expect(client.request('GET', '/health')).rejects.toThrow('fetch failed')
    expect(service.output()).toContain('"event":"stopped"')

    const limited = await runCommand(['keys', 'limit', id, '--reads', '1'], environment)
    expect([limited.code, limited.stdout]).toEqual([0, expect.stringContaining('reads 1')])
    const unknown = await runCommand(['keys', 'limit', 'key_nobody', '--reads', '1'], environment)
    expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringMatching(/^NOT_FOUND/)])
    const maintenance = await runCommand(['maintenance', 'on'], environment)
    expect([maintenance.code, maintenance.stdout]).toEqual([0, expect.stringContaining('is on')])

    service = await startService(environment)
    const after = createHttpClient(service.url)
    expect((await after.request('GET', '/v1/auth/keys', { key })).status).toBe(200)
    expect((await after.request('GET', '/v1/auth/keys', { key })).json().code).toBe('RATE_LIMITED')
    await expect(tryMint(after, createWallet())).rejects.toThrow('maintenance')
  })
})

/** One request over the agent's connection, answered to its end. */
async function getWith(agent: Agent, url: string, key: string): Promise<IncomingMessage> {
  const request = get(url, { agent, headers: { authorization: `Bearer ${key}` } })
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  await once(answer.resume(), 'end')
  return answer
}

/** A fresh index is ready when it has seen the blocks of the deployment. */
async function untilReady(client: ReturnType<typeof createHttpClient>): Promise<void> {
  for (;;) {
    const answer = await client.request('GET', '/ready')
    if (answer.status === 200) return
    expect(answer.json().details.reason).toBe('not_ready')
  }
}

/** The service waits some seconds for its index; a busy machine may need more. */
async function untilServed(ask: () => Promise<Answered>): Promise<void> {
  for (;;) {
    const answer = await ask()
    if (answer.status === 200) return
    expect(answer.json().code).toBe('UPSTREAM_TIMEOUT')
  }
}

describe('a signal to npm', () => {
  const data = createDataDir()
  afterAll(() => data.remove())

  test.each(['SIGTERM', 'SIGINT'] as const)(
    'behavior: %s ends the service and frees the folder',
    async (signal) => {
      const service = await startWithNpm({ DATA_DIR: data.path })
      service.kill(signal)
      await service.exited // its output is closed only when the service itself is gone
      expect(service.output()).toContain('"event":"stopped"')
      await expect(fetch(`${service.url}/health`)).rejects.toThrow('fetch failed')
    },
  )
})

describe('what stops a start', () => {
  const data = createDataDir()
  afterAll(() => data.remove())

  test.each([
    ['PORT', { PORT: 'x' }],
    ['RATE_LIMIT_KEY_READS', { RATE_LIMIT_KEY_READS: '-1' }],
    ['SECRET_KEYS', { DATABASE_URL: 'postgres://u@127.0.0.1:9/x' }],
    ['DATABASE_URL', { DATABASE_URL: 'nonsense', SECRET_KEYS: 's'.repeat(32) }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://u@127.0.0.1:9/x', SECRET_KEYS: 's'.repeat(32) }],
  ])('error: a wrong %s is named, and nothing else is used in its place', async (name, environment) => {
    const result = await startAndFail({ DATA_DIR: join(data.path, 'none'), ...environment })
    expect(result.code).toBe(1)
    expect(result.stderr).toContain(name)
    expect(result.stdout).toBe('')
    expect(existsSync(join(data.path, 'none'))).toBe(false)
  })
  test.each([
    ['start', [], 'DATA_DIR'],
    ['maintenance', ['on'], 'DATA_DIR'],
    ['devnet', ['--keep', '/proc/sibyl/data'], '--keep'],
  ])('error: %s where no folder can be made says which, and ends', async (command, args, name) => {
    const result = await runCommand([command, ...args], { DATA_DIR: '/proc/sibyl/data' })
    expect([result.code, result.stdout, result.stderr]).toEqual([
      1,
      '',
      expect.stringMatching(`^${name}: the folder /proc\\S* cannot be made \\(\\w+\\); name another\n$`),
    ])
  })
  test('error: without a deployment file a real network is no venue', async () => {
    await seedDatabase(data.path)
    const result = await startAndFail({ DATA_DIR: data.path, ALEPHIUM_NODE_URL: 'http://127.0.0.1:9' })
    expect([result.code, result.stderr]).toEqual([1, expect.stringContaining('DEPLOYMENT_FILE')])
  })
  test.each(['PORT', 'DEVNET_PORT'])('error: a %s that is taken is named', async (name) => {
    const taken = createServer()
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
    const { port } = taken.address() as { port: number }
    const result = await startAndFail({ DATA_DIR: data.path, DEMO: 'true', [name]: String(port) })
    taken.close()
    expect(result.code).toBe(1)
    expect(result.stderr).toContain(`${name} ${port} is taken`)
    // Nobody waited for a demo to hear that.
    expect(existsSync(join(data.path, 'devnet'))).toBe(false)
  })
  test('error: a folder that is damaged is never replaced', async () => {
    const broken = createDataDir()
    await seedDatabase(broken.path)
    const database = join(broken.path, 'database')
    const before = readdirSync(database, { recursive: true }).length
    const control = join(
      database,
      ...(existsSync(join(database, 'global')) ? [] : ['data']),
      'global',
      'pg_control',
    )
    writeFileSync(control, Buffer.alloc(statSync(control).size, 0xff))
    const result = await startAndFail({ DATA_DIR: broken.path })
    expect(result.code).toBe(1)
    expect(result.stderr).toContain(broken.path)
    expect(readdirSync(database, { recursive: true }).length).toBeGreaterThanOrEqual(before)
    broken.remove()
  })
})

describe('the command line', () => {
  test('default: help and version', async () => {
    expect((await runCommand(['--help'], {})).stdout).toContain('sibyl start')
    expect((await runCommand(['--version'], {})).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
  })
  test('error: a word that is no command', async () => {
    const result = await runCommand(['fly'], {})
    expect([result.code, result.stderr]).toEqual([2, expect.stringContaining('there is no command `fly`')])
  })
})

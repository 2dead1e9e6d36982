import { spawn } from 'node:child_process'
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createHttpClient } from '../support/http.ts'
import {
  createDataDir,
  type Finished,
  runCommand,
  type Service,
  seedDatabase,
  startService,
} from '../support/service.ts'
import { createWallet } from '../support/wallet.ts'

/** A line as somebody types it, in the folder of the clone, with nothing but a path in the environment. */
function shell(line: string): Promise<Finished> {
  const child = spawn('bash', ['-c', line], {
    cwd: join(import.meta.dirname, '..', '..'),
    env: { PATH: process.env.PATH ?? '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const texts = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (chunk: string) => {
      texts[name] += chunk
    })
  return new Promise((resolve) =>
    child.once('close', (code) => resolve({ code: code ?? 'signal', ...texts })),
  )
}

// `npm start` as a newcomer has it, demo and all: what it prints is true, and stays so over a restart.
describe('npm start with the demo', () => {
  const data = createDataDir()
  const environment = {
    DATA_DIR: data.path,
    DEMO: 'true',
    DEMO_TRICKLE: 'false',
    RATE_LIMIT_ANON_READS: '100000',
    RATE_LIMIT_ANON_WRITES: '100000',
  }
  let service: Service

  const start = async (): Promise<void> => {
    service = await startService(environment)
  }
  const stop = async (): Promise<void> => {
    service.kill('SIGTERM')
    expect(await service.exited).toBe(0)
  }
  const printed = (pattern: RegExp): string => {
    const found = pattern.exec(service.output())?.[1]
    if (found === undefined) throw new Error(`${pattern} was not printed:\n${service.output()}`)
    return found
  }
  const keys = () => ({
    read: printed(/read only +(sibyl_live_\S+)/),
    full: printed(/full +(sibyl_live_\S+)/),
  })
  /** The index has the demo's whole history when it is ready. */
  const untilIndexed = async (): Promise<ReturnType<typeof createHttpClient>> => {
    const client = createHttpClient(service.url)
    const tip = await fetch(`${service.nodeUrl}/blockflow/chain-info?fromGroup=0&toGroup=0`)
    const { currentHeight } = (await tip.json()) as { currentHeight: number }
    for (;;) {
      const answer = await client.request('GET', '/v1/markets', {
        key: keys().read,
        headers: { 'x-min-block-height': String(currentHeight) },
      })
      if (answer.status === 200) return client
      expect(answer.json().code).toBe('UPSTREAM_TIMEOUT')
    }
  }

  beforeAll(async () => {
    await seedDatabase(data.path)
    await start()
  }, 300_000)
  afterAll(async () => {
    service?.kill('SIGKILL')
    await service?.exited
    data.remove()
  })

  test('default: the printed keys are what they are said to be', async () => {
    const client = await untilIndexed()
    const { read, full } = keys()
    const address = printed(/demo +([1-9A-HJ-NP-Za-km-z]{40,})/)
    const listed = await client.request('GET', '/v1/auth/keys', { key: read })
    expect(
      listed
        .json()
        .keys.map((key: { scopes: string[]; ownerAddress: string }) => [key.scopes, key.ownerAddress]),
    ).toEqual([
      [['read', 'write:tx'], address],
      [['read'], address],
    ])
    const body = { signerAddress: address, signerPublicKey: '00', amount: '1' }
    const write = (key: string) => client.request('POST', '/v1/tx/vault/deposit', { key, json: body })
    expect((await write(read)).json().code).toBe('INSUFFICIENT_SCOPE')
    expect((await write(full)).json().code).toBe('INVALID_REQUEST')
    expect(statSync(join(data.path, 'demo-keys.json')).mode & 0o777).toBe(0o600)
    expect(service.output()).toContain('Everybody knows these keys')
  })
  test('default: there is something to see', async () => {
    const client = await untilIndexed()
    const get = async (path: string) => (await client.request('GET', path, { key: keys().read })).json()
    // The venue goes on living while we look: what the history left is the least there is.
    expect((await get('/v1/markets?status=all')).pagination.total).toBeGreaterThanOrEqual(14)
    expect((await get('/v1/events')).events.length).toBeGreaterThanOrEqual(1)
    const accepted = await get('/v1/voting/proposals?status=accepted')
    expect(accepted.pagination.total).toBeGreaterThanOrEqual(12)
    const [first] = (await get('/v1/markets?order=asc&limit=1')).markets
    const book = await get(`/v1/markets/${first.marketAddress}/orderbook`)
    expect(Math.min(book.yes.bids.length, book.yes.asks.length)).toBeGreaterThanOrEqual(2)
  })
  test('default: the commands use it as they say', { timeout: 480_000 }, async () => {
    const client = await untilIndexed()
    const port = new URL(service.nodeUrl).port
    const sibyl = (line: string, more: Readonly<Record<string, string>> = {}): Promise<Finished> =>
      runCommand(line.split(' '), {
        ...environment,
        DEVNET_PORT: port,
        SIBYL_URL: service.url,
        ...more,
      })

    const health = await sibyl('doctor --json')
    const checks: { check: string; status: string }[] = JSON.parse(health.stdout).checks
    expect([health.code, checks.filter(({ status }) => status !== 'ok').map(({ check }) => check)]).toEqual([
      0,
      // None of these is set for a demo.
      ['keeper', 'replicas', 'redis', 'public url', 'proxy'],
    ])

    const book = await sibyl('book 1 --depth 3')
    expect([book.code, book.stderr]).toEqual([0, ''])
    expect(book.stdout).toMatch(/^Will ALPH trade above one dollar[^\n]*\nmarket 1, open, ends .*\n\n/)
    expect(book.stdout).toMatch(/shares +buy yes +sell yes +shares/)
    const levels = JSON.parse((await sibyl('book 1 --json')).stdout)
    const best = levels.yes.asks[0]

    const listed = await sibyl('markets moon --status all')
    expect(listed.stdout).toMatch(
      /^market +buy yes +sell yes +volume +state +question\n +4 .* open +Will a crewed mission/,
    )
    expect(JSON.parse((await sibyl('markets --limit 2 --json')).stdout).markets).toHaveLength(2)

    const bought = await sibyl(`order 1 buy yes ${best.price} 1.5 --demo`)
    expect([bought.code, bought.stderr]).toEqual([0, ''])
    expect(bought.stdout).toMatch(
      /^order \d+: buy yes 1\.50 at 0\.\d{3}, 1\.50 filled, done\n {2}filled +1\.50/,
    )
    const dry = await sibyl('order 1 sell yes 999 1 --demo --dry-run --json')
    expect(JSON.parse(dry.stdout).txId).toMatch(/^[0-9a-f]{64}$/)

    const watched = await sibyl('watch 1 --trades 3 --json')
    const lines = watched.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    const trades = lines.filter(({ type }) => type === 'trade').map(({ trade }) => trade)
    expect(trades).toHaveLength(3)
    expect(trades.map(({ id }) => id)).toEqual(trades.map(({ id }) => id).sort((a, b) => a - b))

    // A wallet of one's own, in a file: a key, and a refusal that says what is missing.
    const wallet = createWallet()
    const file = join(data.path, 'wallet.json')
    writeFileSync(file, JSON.stringify({ privateKey: wallet.privateKey }))
    const minted = await sibyl(`keys mint --wallet ${file} --name mine`)
    expect([minted.code, minted.stdout]).toEqual([0, expect.stringMatching(/^sibyl_live_\S{40}\n$/)])
    const key = minted.stdout.trim()
    expect((await client.request('GET', '/v1/auth/keys', { key })).json().keys[0]).toMatchObject({
      name: 'mine',
      ownerAddress: wallet.address,
    })
    const poor = await sibyl(`order 1 buy yes 500 1 --wallet ${file}`, { SIBYL_API_KEY: key })
    expect([poor.code, poor.stdout, poor.stderr]).toEqual([
      1,
      '',
      expect.stringMatching(
        /^INSUFFICIENT_BALANCE: the wallet \w+ has 0\.00 (\w+) and needs [0-9.]+ \1; [0-9.]+ \1 are missing\n/,
      ),
    ])
    // As the sentence says, the faucet helps.
    const [, faucet = ''] = /curl -s (.*)\n$/.exec(poor.stderr) ?? []
    expect(await shell(`curl -s ${faucet}`)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/"txId"/),
    })
    const richer = await sibyl(`order 1 buy yes 1 1 --wallet ${file}`, { SIBYL_API_KEY: key })
    expect([richer.code, richer.stderr]).toEqual([0, ''])

    const wrongs: [line: string, code: number, words: RegExp, more?: Record<string, string>][] = [
      ['order 1 buy yes 500', 2, /needs market, side/],
      ['order 1 buy yes 500 1', 1, /SIBYL_API_KEY/],
      ['book 999', 1, /^there is no market 999 at http\S+; `sibyl markets` lists/],
      ['watch 999', 1, /^there is no market 999 /],
      ['order 999 buy yes 1 1 --demo', 1, /^there is no market 999 /],
      ['book one', 1, /neither a market's number nor its address/],
      ['order 1 buy yes 1 1', 1, /^SIBYL_API_KEY holds a line break/, { SIBYL_API_KEY: `${key}\n` }],
      ['book 1', 1, /not as this service does: .* is --url, or SIBYL_URL/, { SIBYL_URL: service.nodeUrl }],
      ['book 1', 1, /is the venue running/, { SIBYL_URL: 'http://127.0.0.1:1' }],
      [`keys mint --wallet ${data.path}`, 1, /cannot be read/],
    ]
    for (const [line, code, words, more] of wrongs) {
      const result = await sibyl(line, more)
      expect({ line, code: result.code, stdout: result.stdout }).toEqual({ line, code, stdout: '' })
      expect(result.stderr).toMatch(words)
    }
  })
  test('behavior: the commands it prints work as they are, typed into another terminal', {
    timeout: 240_000,
  }, async () => {
    const lines = service.output().split('Try next\n')[1]?.split('\n').slice(0, 3) ?? []
    expect(lines.map((line) => line.replace(/.*npx sibyl (\w+).*/, '$1'))).toEqual([
      'markets',
      'book',
      'order',
    ])
    for (const line of lines) {
      const result = await shell(line.replace('npx sibyl', `'${process.execPath}' bin/sibyl.mjs`))
      expect({ line, code: result.code, stderr: result.stderr }).toEqual({ line, code: 0, stderr: '' })
    }
  })
  test('error: an order during maintenance is refused at once, with a sentence', {
    timeout: 240_000,
  }, async () => {
    const client = createHttpClient(service.url)
    const isClosed = async () =>
      (await client.request('POST', '/v1/auth/challenge', { json: {} })).json().code === 'UNAVAILABLE'
    expect((await runCommand(['maintenance', 'on'], environment)).code).toBe(0)
    while (!(await isClosed()));
    const refused = await runCommand('order 1 buy yes 1 1 --demo'.split(' '), {
      ...environment,
      SIBYL_URL: service.url,
    })
    expect([refused.code, refused.stdout, refused.stderr]).toEqual([
      1,
      '',
      expect.stringMatching(/^UNAVAILABLE: the venue is in maintenance [^\n]*\n$/),
    ])
    expect((await runCommand(['maintenance', 'off'], environment)).code).toBe(0)
  })
  test('behavior: a restart keeps chain and keys; keys that are lost are minted again', {
    timeout: 240_000,
  }, async () => {
    const before = keys()
    const log = join(data.path, 'devnet', 'chain.log')
    const history = readFileSync(log, 'utf8')
    await stop()
    await start()
    expect(keys()).toEqual(before)
    expect(readFileSync(log, 'utf8').startsWith(history)).toBe(true)

    await stop()
    rmSync(join(data.path, 'demo-keys.json'))
    await start()
    const after = keys()
    expect(after.full).not.toBe(before.full)
    const client = createHttpClient(service.url)
    expect((await client.request('GET', '/v1/auth/keys', { key: after.full })).status).toBe(200)
  })
})

import { readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createHttpClient } from '../support/http.ts'
import { createDataDir, type Service, seedDatabase, startService } from '../support/service.ts'

// `npm start` as a newcomer has it, demo and all: what it prints is true, and stays so over a restart.
describe('npm start with the demo', () => {
  const data = createDataDir()
  const environment = { DATA_DIR: data.path, DEMO: 'true', DEMO_TRICKLE: 'false' }
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
  test('behavior: a restart keeps chain and keys; keys that are lost are minted again', async () => {
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

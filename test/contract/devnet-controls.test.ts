import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toDevnetControls } from '../../src/app/index.ts'
import { type Devnet, startDevnet } from '../../src/devnet/index.ts'
import { createManualClock } from '../../src/kit/index.ts'
import type { Database } from '../../src/store/index.ts'
import { createTestApi, type TestApi } from '../support/api.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'

const startMs = Date.UTC(2030, 0, 1)
const local = { host: '127.0.0.1:3000' }

let template: TestDatabase
let database: Database
let devnet: Devnet
let api: TestApi
beforeAll(async () => {
  template = await createTestDatabase('embedded')
  database = await template.open()
  devnet = await startDevnet({ clock: createManualClock(startMs), startMs, seed: 'controls' })
  api = await createTestApi({ database, parts: { devnet: toDevnetControls(devnet.controls) } })
})
afterAll(async () => {
  await api.close()
  await devnet.stop()
  await database.close()
  await template.drop()
})

const post = (
  name: string,
  json: object,
  headers: Record<string, string> = local,
  remoteAddress = '127.0.0.1',
) => api.request('POST', `/v1/devnet/${name}`, { json, headers, remoteAddress })

describe('the embedded devnet’s controls', () => {
  test('default: mines, moves the clock, waits to be asked, and takes blocks back', async () => {
    const mined = (await post('mine', { blocks: 2 })).json()
    expect(mined.blocks).toHaveLength(2)
    expect((await post('mine', {})).json().blocks).toHaveLength(1)
    expect((await post('time', { advanceMs: 60_000 })).json()).toEqual({ nowMs: devnet.controls.nowMs() })
    expect(devnet.controls.nowMs()).toBeGreaterThanOrEqual(startMs + 60_000)
    expect((await post('mining', { mode: 'manual' })).status).toBe(204)
    expect((await post('reorg', { depth: 1 })).json()).toMatchObject({ tip: mined.blocks[1] })
  })
  test('behavior: so many answers of the node come wrongly, then they are right again', async () => {
    expect((await post('fault', { kind: 'garbage', route: '/infos/version', count: 1 })).status).toBe(204)
    const ask = async () => (await devnet.fetch(`${devnet.url}/infos/version`)).text()
    const first = await ask()
    expect(() => JSON.parse(first)).toThrow()
    expect(JSON.parse(await ask())).toHaveProperty('version')
  })
  test('behavior: our own page may, and so may a program', async () => {
    expect((await post('mine', {}, { ...local, origin: 'http://127.0.0.1:3000' })).status).toBe(200)
    expect((await post('mine', {}, { host: 'localhost' })).status).toBe(200)
    expect((await post('mine', {}, { host: '[::1]:3000', origin: 'http://[::1]:3000' })).status).toBe(200)
    for (const from of ['::1', '::ffff:127.0.0.1', '127.8.8.8'])
      expect((await post('mine', {}, local, from)).status).toBe(200)
  })
  test.each([
    ['a page from elsewhere', { ...local, origin: 'https://evil.example' }],
    ['a page of another port', { ...local, origin: 'http://127.0.0.1:3001' }],
    ['a page without an origin of its own', { ...local, origin: 'null' }],
    ['a name pointed at this machine', { host: 'evil.example:3000', origin: 'http://evil.example:3000' }],
    ['a name that begins like this machine', { host: '127.0.0.1.evil.example' }],
    ['a program elsewhere that says localhost', { host: 'localhost' }, '203.0.113.9'],
    ['the same by the other protocol', { host: '[::1]:3000' }, '2001:db8::9'],
    ['the same in IPv6 clothes', { host: 'localhost' }, '::ffff:203.0.113.9'],
    ['somebody behind a proxy of this machine', { ...local, 'x-forwarded-for': '203.0.113.9' }],
    ['who says so itself', { ...local, forwarded: 'for=127.0.0.1' }],
  ])('error: %s finds nothing', async (_, headers, from = '127.0.0.1') => {
    const before = devnet.controls.nowMs()
    for (const [name, json] of [
      ['mine', {}],
      ['time', { advanceMs: 1 }],
      ['mining', { mode: 'instant' }],
      ['reorg', { depth: 1 }],
      ['fault', { kind: 'garbage', route: '*', count: 1 }],
    ] as const) {
      const answer = await post(name, json, headers, from)
      expect([name, answer.status, answer.json().code]).toEqual([name, 404, 'NOT_FOUND'])
    }
    expect(devnet.controls.nowMs()).toBe(before)
  })
  test('error: without the embedded devnet there are none', async () => {
    const other = await createTestApi({ database })
    const answer = await other.request('POST', '/v1/devnet/mine', { json: {}, headers: local })
    expect([answer.status, answer.json().code]).toEqual([404, 'NOT_FOUND'])
    await other.close()
  })
  test.each([
    ['mine', { blocks: 101 }],
    ['mine', { blocks: 0 }],
    ['time', { advanceMs: 366 * 24 * 3_600_000 + 1 }],
    ['time', { advanceMs: 0 }],
    ['time', {}],
    ['mining', { mode: 'interval' }],
    ['reorg', { depth: 101 }],
    ['reorg', { depth: 0 }],
    ['fault', { kind: 'fire', route: '*', count: 1 }],
    ['fault', { kind: 'drop', route: '', count: 1 }],
    ['fault', { kind: 'drop', route: '*', count: 101 }],
  ])('error: %s %j is refused', async (name, json) => {
    const answer = await post(name, json)
    expect([answer.status, answer.json().code]).toEqual([400, 'INVALID_REQUEST'])
  })
  test('error: more blocks than the chain has cannot be taken back', async () => {
    const answer = await post('reorg', { depth: 100 })
    expect([answer.status, answer.json().code]).toEqual([400, 'INVALID_REQUEST'])
  })
})

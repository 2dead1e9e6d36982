import { Type } from 'typebox'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { defineRoute } from '../../src/api/index.ts'
import { createManualClock } from '../../src/kit/index.ts'
import type { Database } from '../../src/store/index.ts'
import { createTestApi, type TestApi } from '../support/api.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { parseRaw, sendRaw } from '../support/raw-http.ts'
import { createWallet, mint } from '../support/wallet.ts'

/** Stands for the build-tx endpoints: a write that needs the scope. */
const writeRoute = defineRoute(
  {
    id: 'test',
    method: 'POST',
    path: '/v1/tx/probe',
    tag: 'test',
    summary: 'A write that needs a scope',
    access: 'write:tx',
    body: Type.Object({ price: Type.Integer({ minimum: 1, maximum: 999 }) }, { additionalProperties: false }),
    answer: Type.Object({ price: Type.Integer() }),
    answerMeaning: 'the price',
  },
  ({ body }) => ({ price: body.price }),
)

let own: TestDatabase
let database: Database
beforeAll(async () => {
  own = await createTestDatabase('embedded')
  database = await own.open()
})
afterAll(async () => {
  await database.close()
  await own.drop()
})

describe('keys and scopes', () => {
  let api: TestApi
  let write: { key: string; id: string }
  let read: { key: string; id: string }
  beforeAll(async () => {
    api = await createTestApi({ database, extraRoutes: [writeRoute] })
    write = await mint(api, createWallet())
    read = await mint(api, createWallet(), { scopes: ['read'] })
  })
  afterAll(() => api.close())

  const probe = (options: object) => api.request('POST', '/v1/tx/probe', { json: { price: 5 }, ...options })

  test('I29 I32 default: none 401, bad 401, read key 403, write key 200', async () => {
    expect((await probe({})).json().code).toBe('UNAUTHORIZED')
    expect((await probe({ key: `sibyl_live_${'1'.repeat(40)}` })).json().code).toBe('UNAUTHORIZED')
    expect((await probe({ key: read.key })).json()).toMatchObject({
      statusCode: 403,
      code: 'INSUFFICIENT_SCOPE',
      details: { required: 'write:tx' },
    })
    expect((await probe({ key: write.key })).json()).toEqual({ price: 5 })
  })
  test.each([
    ['an encoded letter', '/%76%31/tx/probe'],
    ['an encoded digit', '/v%31/tx/probe'],
    ['a trailing slash', '/v1/tx/probe/'],
  ])('error: %s in the path opens nothing', async (_what, url) => {
    const send = (headers: Record<string, string>) =>
      api.api.inject({ method: 'POST', url, payload: { price: 5 }, headers })
    const none = await send({})
    expect([none.statusCode, none.json().code]).toEqual([401, 'UNAUTHORIZED'])
    expect(none.headers['ratelimit-limit']).toBe('1000000')
    expect((await send({ authorization: `Bearer ${read.key}` })).statusCode).toBe(403)
    expect((await send({ authorization: `Bearer ${write.key}` })).json()).toEqual({ price: 5 })
  })
  test('error: a URL with scheme and host opens nothing', async () => {
    const { port } = await api.api.start()
    const lines = ['Host: x', 'Content-Type: application/json', 'Content-Length: 11', 'Connection: close']
    const url = 'http://sibyl.example/v1/tx/probe'
    const text = await sendRaw(port, `POST ${url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n{"price":5}`)
    const { status, headers } = parseRaw(text)
    expect([status, headers['ratelimit-limit']]).toEqual([401, '1000000'])
  })
  test('behavior: scope comes before validation', async () => {
    expect((await probe({ key: read.key, json: { price: 'x' } })).status).toBe(403)
    expect((await probe({ key: write.key, json: { price: 'x' } })).status).toBe(400)
  })
  test.each([
    ['Basic', 'Basic x'],
    ['no token', 'Bearer'],
    ['an empty token', 'Bearer '],
    ['two spaces', 'Bearer  x'],
    ['8 KB', `Bearer ${'x'.repeat(8_192)}`],
    ['something else than ASCII', 'Bearer ü'],
    ['a key with a wrong checksum', `Bearer sibyl_live_${'2'.repeat(40)}`],
  ])('I30 error: Authorization with %s, also on a path that needs no key', async (_what, authorization) => {
    expect((await api.request('GET', '/v1/auth/keys', { headers: { authorization } })).json().code).toBe(
      'UNAUTHORIZED',
    )
    expect((await api.request('GET', '/v1/nothing', { headers: { authorization } })).json().code).toBe(
      'UNAUTHORIZED',
    )
  })
  test('behavior: the scheme is written in any case', async () => {
    const headers = { authorization: `bEARER ${write.key}` }
    expect((await api.request('GET', '/v1/auth/keys', { headers })).status).toBe(200)
  })
  test('I31 error: a key in the query is refused and its text is nowhere', async () => {
    const answer = await api.request('GET', `/v1/auth/keys?api_key=${write.key}`, { key: write.key })
    expect(answer.json()).toMatchObject({
      statusCode: 400,
      details: { field: 'api_key', received: '[redacted]' },
    })
    expect(JSON.stringify(api.observations)).not.toContain(write.key)
  })
  test('error: with a valid key an unknown path is 404', async () => {
    expect((await api.request('GET', '/v1/nothing', { key: write.key })).json().code).toBe('NOT_FOUND')
  })
})

describe('rate limits', () => {
  const rates = { anonymous: { reads: 3, writes: 2 }, key: { reads: 5, writes: 4 } }
  const clock = createManualClock(1_763_164_800_000)
  let api: TestApi
  let generous: TestApi
  beforeAll(async () => {
    api = await createTestApi({ database, rates, limiterClock: clock })
    generous = await createTestApi({ database })
  })
  afterAll(async () => {
    await api.close()
    await generous.close()
  })

  let client = 1
  const freshAddress = (): string => `198.51.100.${client++}`

  test('default: the headers count down, then 429 with Retry-After, then the budget comes back', async () => {
    const remoteAddress = freshAddress()
    const get = () => api.request('GET', '/v1/nothing', { remoteAddress })
    const answers = [await get(), await get(), await get(), await get()]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 429])
    expect(answers.map(({ headers }) => Number(headers['ratelimit-remaining']))).toEqual([2, 1, 0, 0])
    expect(answers.map(({ headers }) => Number(headers['ratelimit-limit']))).toEqual([3, 3, 3, 3])
    const last = answers[3]!
    expect(last.json()).toMatchObject({ code: 'RATE_LIMITED', details: { limit: 3 } })
    clock.advance(Number(last.headers['retry-after']) * 1_000)
    expect((await get()).status).toBe(404)
  })
  test('behavior: reads and writes are counted apart', async () => {
    const remoteAddress = freshAddress()
    for (let i = 0; i < 3; i++) await api.request('GET', '/v1/nothing', { remoteAddress })
    expect((await api.request('HEAD', '/v1/nothing', { remoteAddress })).status).toBe(429)
    const write = await api.request('POST', '/v1/nothing', { remoteAddress })
    expect([write.status, Number(write.headers['ratelimit-limit'])]).toEqual([404, 2])
  })
  test('behavior: random keys buy no fresh budget, and 429 comes before 401', async () => {
    const remoteAddress = freshAddress()
    const bad = (letter: string) =>
      api.request('GET', '/v1/auth/keys', { remoteAddress, key: `sibyl_live_${letter.repeat(40)}` })
    const statuses = []
    for (const letter of ['a', 'b', 'c', 'd', 'e']) statuses.push((await bad(letter)).status)
    expect(statuses).toEqual([401, 401, 401, 429, 429])
  })
  test('behavior: a valid key has its own budget, wherever it calls from', async () => {
    const { key } = await mint(generous, createWallet())
    const statuses = []
    for (let i = 0; i < 6; i++)
      statuses.push(
        (await api.request('GET', '/v1/auth/keys', { key, remoteAddress: freshAddress() })).status,
      )
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  })
  test('behavior: an operator gives one key another limit', async () => {
    const { key, id } = await mint(generous, createWallet())
    await generous.auth.setKeyLimits(id, { reads: 1, writes: null })
    const remoteAddress = freshAddress()
    const get = () => api.request('GET', '/v1/auth/keys', { key, remoteAddress })
    expect([(await get()).status, (await get()).status]).toEqual([200, 429])
  })
  test('behavior: an IPv6 network of 64 bits is one caller', async () => {
    const from = (remoteAddress: string) => api.request('GET', '/v1/nothing', { remoteAddress })
    for (const host of ['1', '2', '3']) expect((await from(`2001:db8:0:7::${host}`)).status).toBe(404)
    expect((await from('2001:db8:0:7::4')).status).toBe(429)
    expect((await from('2001:db8:0:8::1')).status).toBe(404)
  })
  test('behavior: nothing outside /v1 is limited, nor is OPTIONS', async () => {
    const remoteAddress = freshAddress()
    for (let i = 0; i < 5; i++) {
      const answer = await api.request('GET', '/health', { remoteAddress })
      expect([answer.status, answer.headers['ratelimit-limit']]).toEqual([200, undefined])
      const headers = { origin: 'https://a.example', 'access-control-request-method': 'POST' }
      expect((await api.request('OPTIONS', '/v1/auth/keys', { remoteAddress, headers })).status).toBe(204)
    }
  })
  test('behavior: X-Forwarded-For counts only behind a configured proxy', async () => {
    const proxied = await createTestApi({ database, rates, settings: { trustProxy: 1 } })
    const through = (target: TestApi, forwarded: string, remoteAddress: string) =>
      target.request('GET', '/v1/nothing', { remoteAddress, headers: { 'x-forwarded-for': forwarded } })
    const remoteAddress = freshAddress()
    const ignored = []
    const believed = []
    const forged = []
    for (let i = 0; i < 4; i++) {
      ignored.push((await through(api, `203.0.113.${i}`, remoteAddress)).status)
      believed.push((await through(proxied, `203.0.113.${i}`, remoteAddress)).status)
      forged.push((await through(proxied, `192.0.2.${i}, 203.0.113.77`, remoteAddress)).status)
    }
    await proxied.close()
    expect(ignored).toEqual([404, 404, 404, 429])
    expect(believed).toEqual([404, 404, 404, 404])
    expect(forged).toEqual([404, 404, 404, 429])
  })
})

describe('maintenance', () => {
  test('default: writes are 503 with Retry-After, reads go on, and off means off', async () => {
    const api = await createTestApi({ database })
    const { key } = await mint(api, createWallet())
    await api.auth.setMaintenance(true)
    const write = await api.request('POST', '/v1/auth/challenge', {
      json: { address: createWallet().address },
    })
    expect(write.json()).toMatchObject({
      statusCode: 503,
      code: 'UNAVAILABLE',
      details: { reason: 'maintenance' },
    })
    expect((await api.request('GET', '/v1/auth/keys', { key })).status).toBe(200)
    await api.auth.setMaintenance(false)
    const address = createWallet().address
    expect((await api.request('POST', '/v1/auth/challenge', { json: { address } })).status).toBe(200)
    await api.close()
  })
})

import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../src/store/index.ts'
import { createTestApi, type TestApi } from '../support/api.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { createWallet } from '../support/wallet.ts'

let own: TestDatabase
let database: Database
let api: TestApi
const { address } = createWallet()
const good = JSON.stringify({ address })

beforeAll(async () => {
  own = await createTestDatabase('embedded')
  database = await own.open()
  api = await createTestApi({ database })
})
afterAll(async () => {
  await api.close()
  await database.close()
  await own.drop()
})

const json = { 'content-type': 'application/json' }
const send = (payload: string | Buffer, headers: Record<string, string> = json) =>
  api.request('POST', '/v1/auth/challenge', { payload, headers })

describe('bodies', () => {
  test.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"'])(
    'default: %s',
    async (type) => expect((await send(good, { 'content-type': type })).status).toBe(200),
  )
  test.each([
    ['I38 empty', '', 'body'],
    ['I38 null', 'null', 'body'],
    ['I38 a list', '[]', 'body'],
    ['I38 a text', '"x"', 'body'],
    ['no JSON', '{"address":', 'body'],
    ['I39 with a byte order mark', `\ufeff${good}`, 'body'],
    ['I45 with an unknown field', `{"address":"${address}","admin":true}`, 'admin'],
    ['with a field twice', `{"address":"${address}","address":"${address}"}`, 'address'],
    ['I40 with __proto__', `{"address":"${address}","__proto__":{"admin":true}}`, '__proto__'],
    ['I40 with constructor.prototype', '{"constructor":{"prototype":{}}}', 'constructor.prototype'],
    ['I46 with half a surrogate pair', '{"address":"\\ud800"}', 'address'],
    ['with NUL', '{"address":"\\u0000"}', 'address'],
    ['with a number for a text', '{"address":5}', 'address'],
    ['with a list for a text', `{"address":["${address}"]}`, 'address'],
    ['without the field', '{}', 'address'],
    ['I47 nested 100,000 deep', '['.repeat(100_000), 'body'],
    ['I47 nested 5,000 deep in a field', `{"address":${'['.repeat(5_000)}${']'.repeat(5_000)}}`, 'body'],
    ['I48 of 1.1 MB', `{"address":"${'x'.repeat(1_100_000)}"}`, 'body'],
  ])('error: %s', async (_what, payload, field) => {
    const answer = await send(payload)
    expect(answer.json()).toMatchObject({ statusCode: 400, code: 'INVALID_REQUEST', details: { field } })
    expect(answer.json().details).toHaveProperty('received')
  })
  test('error: what was received is cut at 100 characters', async () => {
    const answer = await send(`{"address":"${'é'.repeat(500)}"}`)
    expect(answer.json().details.received).toBe('é'.repeat(100))
  })
  test.each([
    ['I49 compressed', { ...json, 'content-encoding': 'gzip' }, gzipSync(good), 'headers.content-encoding'],
    [
      'I50 in UTF-16',
      { 'content-type': 'application/json; charset=utf-16' },
      Buffer.from(good, 'utf16le'),
      'headers.content-type',
    ],
    ['as text', { 'content-type': 'text/plain' }, good, 'headers.content-type'],
    [
      'as a form',
      { 'content-type': 'application/x-www-form-urlencoded' },
      `address=${address}`,
      'headers.content-type',
    ],
    ['as some other JSON', { 'content-type': 'application/vnd.api+json' }, good, 'headers.content-type'],
    ['without a type', {}, good, 'headers.content-type'],
    ['under a type that is none', { 'content-type': ';;' }, good, 'headers.content-type'],
  ])('error: sent %s', async (_what, headers, payload, field) => {
    const answer = await send(payload, headers as Record<string, string>)
    expect(answer.json()).toMatchObject({ statusCode: 400, code: 'INVALID_REQUEST', details: { field } })
  })
  test('error: bytes that are no UTF-8', async () => {
    expect((await send(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]))).json().details.field).toBe('body')
  })
})

describe('paths and queries', () => {
  test.each([
    ['/v1/nothing', 404, 'NOT_FOUND'],
    ['/nothing', 404, 'NOT_FOUND'],
    ['/', 404, 'NOT_FOUND'],
    ['//v1/auth/keys', 404, 'NOT_FOUND'],
    ['/V1/auth/keys', 404, 'NOT_FOUND'],
    ['/v1', 404, 'NOT_FOUND'],
    ['/v1/%E0%A4%A', 400, 'INVALID_REQUEST'],
    ['/v1/auth/keys/%E0%A4%A', 400, 'INVALID_REQUEST'],
    ['/%', 400, 'INVALID_REQUEST'],
    ['/health?x=1', 400, 'INVALID_REQUEST'],
    ['/health?x=%E0%A4%A', 400, 'INVALID_REQUEST'],
  ])('error: GET %s is %i %s', async (url, status, code) => {
    expect((await api.request('GET', url)).json()).toMatchObject({ statusCode: status, code })
  })
  test.each(['PUT', 'PATCH', 'GET', 'DELETE', 'PROPFIND', 'TRACE', 'QUERY'])(
    'error: %s on a path for POST is 404',
    async (method) => {
      expect((await api.request(method, '/v1/auth/challenge')).json().code).toBe('NOT_FOUND')
    },
  )
  test('behavior: a trailing slash and an empty query change nothing', async () => {
    for (const url of ['/health', '/health/', '/health?', '/health?&'])
      expect((await api.request('GET', url)).body).toBe('{"status":"ok"}')
  })
})

describe('request ids', () => {
  test('default: a harmless one is echoed, any other is replaced', async () => {
    const idOf = async (id: string) =>
      (await api.request('GET', '/health', { headers: { 'x-request-id': id } })).headers['x-request-id']
    expect(await idOf('abc-123')).toBe('abc-123')
    for (const id of ['a b', 'x'.repeat(65), '', '<b>', 'ü'])
      expect(await idOf(id)).toMatch(/^[0-9a-f]{12}-[0-9a-z]+$/)
  })
})

describe('browsers', () => {
  const origin = 'https://wallet.example'
  const preflight = { origin, 'access-control-request-method': 'DELETE' }

  test('default: every origin may call and read what the contract exposes', async () => {
    const answer = await api.request('GET', '/v1/auth/keys', { headers: { origin } })
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-expose-headers':
        'RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, X-Request-Id, X-Block-Height, X-Index-Lag-Ms, ETag, X-Next-Cursor',
    })
  })
  test('default: a preflight is answered on every path', async () => {
    const answer = await api.request('OPTIONS', '/v1/auth/keys/x', { headers: preflight })
    expect(answer.status).toBe(204)
    expect(answer.headers['access-control-allow-methods']).toContain('DELETE')
    expect(answer.headers['access-control-allow-headers']).toContain('Authorization')
    expect(answer.headers['access-control-allow-headers']).toContain('Last-Event-ID')
  })
  test('error: OPTIONS that is no preflight is 404', async () => {
    expect((await api.request('OPTIONS', '/v1/auth/keys')).json().code).toBe('NOT_FOUND')
  })
  test('behavior: with a list, only its origins', async () => {
    const listed = await createTestApi({ database, settings: { corsOrigins: [origin] } })
    const headersFor = async (from: string) =>
      (await listed.request('GET', '/health', { headers: { origin: from } })).headers
    expect(await headersFor(origin)).toMatchObject({ 'access-control-allow-origin': origin, vary: 'Origin' })
    const wallet = '1DrDyTr9RpRsQnDnXo2YRiPzPW4ooHX5LLoqXrqfMrpQH'
    for (const accept of ['application/json', 'text/csv']) {
      const list = await listed.request('GET', `/v1/users/${wallet}/activity`, {
        headers: { origin, accept },
      })
      expect(list.headers.vary).toBe('Origin, Accept')
    }
    expect(await headersFor('https://other.example')).not.toHaveProperty('access-control-allow-origin')
    await listed.close()
  })
  test('behavior: answers cannot be framed, sniffed or kept', async () => {
    expect((await api.request('GET', '/health')).headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'cache-control': 'no-store',
      'strict-transport-security': 'max-age=31536000',
    })
  })
})

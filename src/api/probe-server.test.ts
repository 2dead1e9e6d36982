import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseRaw, sendRaw } from '../../test/support/raw-http.ts'
import { createSeededRandom, systemTimers } from '../kit/index.ts'
import { createProbeServer } from './probe-server.ts'
import { defaultServerLimits } from './settings.ts'

describe('createProbeServer', () => {
  let reasons: string[] = []
  const server = createProbeServer({
    host: '127.0.0.1',
    port: 0,
    limits: { ...defaultServerLimits, drainMs: 0, stopMs: 0 },
    operator: {
      unreadyReasons: async () => reasons,
      metrics: async () => ({ contentType: 'text/plain; version=0.0.4', text: 'sibyl_up 1\n' }),
    },
    observe: () => undefined,
    random: createSeededRandom('probes'),
    timers: systemTimers,
  })
  let url = ''
  beforeAll(async () => {
    url = `http://127.0.0.1:${(await server.start()).port}`
  })
  afterAll(() => server.stop())

  test('default: alive, ready, counted', async () => {
    expect(await (await fetch(`${url}/health`)).json()).toEqual({ status: 'ok' })
    expect(await (await fetch(`${url}/ready`)).json()).toEqual({ ready: true })
    const metrics = await fetch(`${url}/metrics`, { headers: { 'x-request-id': 'mine' } })
    expect([metrics.headers.get('content-type'), await metrics.text()]).toEqual([
      'text/plain; version=0.0.4',
      'sibyl_up 1\n',
    ])
    expect(metrics.headers.get('x-request-id')).toBe('mine')
    const head = await fetch(`${url}/health/`, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
  })
  test.each([
    ['a request line without a version', 'GET /health\r\n\r\n'],
    ['no HTTP', 'FOO BAR\r\n\r\n'],
    ['no Host', 'GET /health HTTP/1.1\r\n\r\n'],
  ])('error: %s is 400 in the contract’s shape, and the connection is closed', async (_what, bytes) => {
    const answer = parseRaw(await sendRaw(Number(new URL(url).port), bytes))
    expect([answer.status, answer.headers.connection]).toEqual([400, 'close'])
    expect(JSON.parse(answer.body)).toMatchObject({ statusCode: 400, code: 'INVALID_REQUEST' })
  })
  test('error: a client that waits or reads nothing is cut in the end', async () => {
    const slow = createProbeServer({
      host: '127.0.0.1',
      port: 0,
      limits: { ...defaultServerLimits, connectionTimeoutMs: 50 },
      operator: { unreadyReasons: () => new Promise(() => undefined), metrics: () => Promise.reject() },
      observe: () => undefined,
      random: createSeededRandom('probes'),
      timers: systemTimers,
    })
    const { port } = await slow.start()
    expect(await sendRaw(port, 'GET /ready HTTP/1.1\r\nHost: x\r\n\r\n')).toBe('')
    await slow.stop()
  })
  test('error: not ready says why, in the contract’s shape', async () => {
    reasons = ['the index lags behind its node']
    const answer = await fetch(`${url}/ready`)
    expect([answer.status, answer.headers.get('retry-after'), await answer.json()]).toEqual([
      503,
      '1',
      {
        statusCode: 503,
        code: 'UNAVAILABLE',
        message: 'not ready',
        details: { reason: 'not_ready', reasons, retryAfter: 1 },
      },
    ])
  })
  test.each([
    ['GET', '/v1/status'],
    ['POST', '/health'],
    ['GET', '/__proto__'],
    ['GET', '/toString'],
  ])('error: %s %s is not here', async (method, path) => {
    const answer = await fetch(`${url}${path}`, { method })
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([404, 'NOT_FOUND'])
  })
})

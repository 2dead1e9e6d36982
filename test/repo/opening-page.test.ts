import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type OpeningPage, openOpeningPage } from '../../bin/opening-page.mjs'
import { freePort } from '../support/free-port.ts'

describe('the page of a venue that is being made', () => {
  let port: number
  let page: OpeningPage
  const ask = (path: string, init: RequestInit = {}) => fetch(`http://127.0.0.1:${port}${path}`, init)
  const browser = { headers: { accept: 'text/html,*/*;q=0.8' } }
  beforeEach(async () => {
    port = await freePort()
    page = openOpeningPage({ host: '127.0.0.1', port })
    expect(await page.listening).toBeNull()
  })
  afterEach(() => page.end())

  test('default: people get a page under a strict policy, wherever they look', async () => {
    const answer = await ask('/m/anything', browser)
    expect([answer.status, await answer.text()]).toEqual([
      200,
      expect.stringContaining('<h1>The venue opens in a moment</h1>'),
    ])
    expect(answer.headers.get('content-security-policy')).toContain("script-src 'self';")
    expect(await (await ask('/opening.js')).text()).toContain('location.reload()')
    expect((await ask('/opening.css')).headers.get('content-type')).toBe('text/css')
  })
  test('behavior: the page can ask how far it has come', async () => {
    expect(await (await ask('/v1/opening')).json()).toEqual({ doing: 'Opening the venue', done: 0, total: 1 })
    const progress = { doing: 'Making the demo venue', done: 3, total: 9 }
    page.report(progress)
    let told: unknown
    do told = await (await ask('/v1/opening')).json()
    while ((told as typeof progress).done === 0)
    expect(told).toEqual(progress)
  })
  test('behavior: a supervisor finds it alive but not ready', async () =>
    expect([(await ask('/health')).status, (await ask('/ready')).status]).toEqual([200, 503]))
  test.each([
    ['/v1/markets', {}],
    ['/v1/markets', browser],
    ['/', { ...browser, method: 'POST', body: '{}' }],
  ])('error: a program is told to come again: %s %j', async (path, init) => {
    const answer = await ask(path, init)
    expect([answer.status, answer.headers.get('retry-after'), await answer.json()]).toEqual([
      503,
      '1',
      {
        statusCode: 503,
        code: 'UNAVAILABLE',
        message: 'the venue is being opened',
        details: { reason: 'opening', retryAfter: 1 },
      },
    ])
  })
  test('behavior: a harmless request id is echoed, another is replaced', async () => {
    const idOf = async (id: string) =>
      (await ask('/health', { headers: { 'x-request-id': id } })).headers.get('x-request-id')
    expect([await idOf('mine-1'), await idOf('<b>')]).toEqual([
      'mine-1',
      expect.stringMatching(/^[0-9a-f-]{36}$/),
    ])
  })
  test('behavior: ended, the port is free; twice is once', async () => {
    await page.end()
    await expect(ask('/health')).rejects.toThrow()
    const next = openOpeningPage({ host: '127.0.0.1', port })
    expect(await next.listening).toBeNull()
    await next.end()
  })
  test('error: a port that is taken is told', async () => {
    const second = openOpeningPage({ host: '127.0.0.1', port })
    expect(await second.listening).toBe('EADDRINUSE')
    await second.end()
  })
})

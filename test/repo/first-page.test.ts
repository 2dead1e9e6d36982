import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { freePort } from '../support/free-port.ts'

interface FirstPage {
  close(): Promise<void>
}
const { openFirstPage } = (await import(new URL('../../scripts/first-page.mjs', import.meta.url).href)) as {
  openFirstPage(environment: Record<string, string>): FirstPage
}

describe('the page before there is anything to start', () => {
  let port: number
  let first: FirstPage
  const ask = (path: string, accept = '*/*') =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers: { accept } })
  beforeEach(async () => {
    port = await freePort()
    first = openFirstPage({ PORT: String(port) })
    while ((await ask('/health').catch(() => null)) === null) await new Promise(setImmediate)
  })
  afterEach(() => first.close())

  test('default: people get a page under a strict policy, which asks how far it is', async () => {
    const answer = await ask('/m/anything', 'text/html')
    expect([answer.status, await answer.text()]).toEqual([
      200,
      expect.stringContaining('Compiling the sources<progress>'),
    ])
    expect(answer.headers.get('content-security-policy')).toContain("script-src 'self';")
    expect(await (await ask('/v1/opening')).json()).toEqual({
      doing: 'Compiling the sources',
      done: 0,
      total: 1,
    })
    expect(await (await ask('/first.js')).text()).toContain('location.reload()')
  })
  test('error: a program is told to come again', async () => {
    const answer = await ask('/v1/markets')
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
  test('behavior: closed, the port is free', async () => {
    await first.close()
    await expect(ask('/health')).rejects.toThrow()
  })
})

describe('no page', () => {
  test.each([{ PORT: '0' }, { PORT: 'what' }, { PORT: '3000', CONSOLE: 'false' }])(
    'behavior: with %j nothing is opened',
    async (environment) => {
      await openFirstPage(environment).close()
    },
  )
})

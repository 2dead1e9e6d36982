import { createServer } from 'node:net'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { startBrowser, type TestBrowser } from '../support/browser.ts'
import { addExtension } from '../support/extension.ts'
import { createDataDir, openService, type Service } from '../support/service.ts'
import { question, typeInTicket } from '../support/venue-with-browser.ts'

const absent = inject('chromiumAbsent')

/** A start in an empty folder, looked at from its first second on. */
describe.skipIf(absent !== null)('the first start (browser)', () => {
  const data = createDataDir()
  let browser: TestBrowser
  let service: Service | undefined
  beforeAll(async () => {
    browser = await startBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    service?.kill('SIGTERM')
    await service?.exited
    data.remove()
  })

  test('default: the venue grows before one’s eyes, then six clicks lead to an own order', async () => {
    const opened = await openService({
      DATA_DIR: data.path,
      PORT: String(await freePort()),
      DEMO: 'true',
      DEMO_TRICKLE: 'false',
    })
    const { page, complaints } = await browser.open(opened.url)
    const bar = page.getByRole('progressbar', { name: /^Making the demo venue, \d+ %/ })
    await bar.waitFor()
    // The same page goes on to the open venue.
    await page.getByRole('heading', { name: 'Markets' }).waitFor()
    service = await opened.listening
    const clicks = await orderFrom(page, 'Play wallet')
    expect(clicks).toEqual(['Play wallet', 'Get coins', question, 'a bid', 'Buy yes', 'Sign'])
    // While it opened the page asked a port that changed hands: the browser's own line for that is all it may say.
    expect(complaints.filter((line) => !/^error: Failed to load resource/.test(line))).toEqual([])
    await page.context().close()
  })

  test('behavior: with the extension it is five: its wallet has coins', async () => {
    const { page, complaints } = await browser.open('about:blank')
    const calls = await addExtension(page)
    await page.goto(service!.url)
    const clicks = await orderFrom(page, 'Connect wallet')
    expect(clicks).toEqual(['Connect wallet', question, 'a bid', 'Buy yes', 'Sign'])
    expect(calls).toEqual(['enable', 'signMessage', 'signUnsignedTx'])
    expect(complaints).toEqual([])
    await page.context().close()
  })
})

/** From the list of markets to an own order in the book; answers with what was clicked. */
async function orderFrom(page: Page, wallet: 'Play wallet' | 'Connect wallet'): Promise<string[]> {
  const clicks: string[] = []
  const click = async (name: string, what: Locator): Promise<void> => {
    await what.click()
    clicks.push(name)
  }
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await click(wallet, button(wallet))
  if (wallet === 'Play wallet') {
    await click('Get coins', button('Get coins'))
    await page.getByText('100,000.00 DUSD').waitFor()
  } else await button('Disconnect').waitFor()
  await click(question, page.getByRole('link', { name: question }))
  const bids = page.getByRole('table', { name: 'Order book of yes' }).locator('.bids')
  const level = bids.getByRole('button', { name: /^[\d.]+$/ }).first()
  const price = await level.textContent()
  await click('a bid', level)
  await typeInTicket(page, '3')
  await click('Buy yes', button('Buy yes'))
  await click('Sign', page.getByRole('dialog').getByRole('button', { name: 'Sign' }))
  await bids.getByRole('button', { name: `${price} yours` }).waitFor()
  return clicks
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}

import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { startBrowser, type TestBrowser, violationsOf } from '../support/browser.ts'
import { addExtension } from '../support/extension.ts'
import { freePort } from '../support/free-port.ts'
import { createFreshClone, type FreshClone } from '../support/fresh-clone.ts'
import { createDataDir, openService } from '../support/service.ts'
import { question, typeInTicket } from '../support/venue-with-browser.ts'

const absent = inject('chromiumAbsent')

/** Compiling everything takes seconds, on a busy machine minutes. */
const buildMs = 600_000

/** A start in a fresh clone, looked at from its first second on. */
describe.skipIf(absent !== null)('the first start (browser)', () => {
  const data = createDataDir()
  let clone: FreshClone
  let browser: TestBrowser
  let opened: Awaited<ReturnType<typeof openService>> | undefined
  beforeAll(async () => {
    clone = createFreshClone()
    browser = await startBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await opened?.stop()
    data.remove()
    clone?.remove()
  })

  test('default: the venue grows before one’s eyes, then six clicks lead to an own order', async () => {
    const environment = { DATA_DIR: data.path, DEMO: 'true', DEMO_TRICKLE: 'false' }
    opened = await openService({ ...environment, PORT: String(await freePort()) }, clone.path)
    const { page, complaints } = await browser.open(opened.url)
    // People are let in before anything is built.
    await page.getByRole('progressbar', { name: 'Compiling the sources' }).waitFor()
    expect(await violationsOf(page)).toEqual([])
    clone.letBuild()
    const bar = page.getByRole('progressbar', { name: /^Making the demo venue, \d+ %/ })
    await bar.waitFor({ timeout: buildMs })
    expect(await violationsOf(page)).toEqual([])
    // The same tab goes on to the open venue.
    await page.getByRole('heading', { name: 'Markets' }).waitFor()
    await opened.listening
    const clicks = await orderFrom(page, 'Play wallet')
    expect(clicks).toEqual(['Play wallet', 'Get coins', question, 'a bid', 'Buy yes', 'Sign'])
    // While it opened the page asked a port that changed hands: the browser's own line for that is all it may say.
    expect(complaints.filter((line) => !/^error: Failed to load resource/.test(line))).toEqual([])
    await page.context().close()
  })

  test('behavior: with the extension it is five: its wallet has coins', async () => {
    const { page, complaints } = await browser.open('about:blank')
    const calls = await addExtension(page)
    await page.goto(opened!.url)
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

import type { WebSocketRoute } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  type BrowserVenue,
  openFundedWallet,
  openMarket,
  placeOrder,
  question,
} from '../support/venue-with-browser.ts'

export function liveStories(venue: () => BrowserVenue): void {
  test('default: two browsers see each other’s orders and trades without reloading', async () => {
    const [anna, ben] = await Promise.all([venue().open('/'), venue().open('/')])
    for (const { page } of [anna, ben]) {
      await openFundedWallet(page)
      await openMarket(page)
    }
    await placeOrder(anna.page, { outcome: 'yes', amount: '10', limit: '37.1' })
    const level = ben.page.getByRole('row', { name: /^37\.1/ })
    await level.waitFor()
    await placeOrder(ben.page, { outcome: 'no', amount: '50', limit: '62.9' })
    const trade = anna.page
      .getByRole('table', { name: 'Latest trades' })
      .getByRole('row', { name: /bought no 62\.9/ })
    await trade.waitFor()
    await anna.page.getByRole('region', { name: 'My position' }).getByText('bought at 37.1').waitFor()
    await anna.page.getByRole('row', { name: /^37\.1 yours/ }).waitFor({ state: 'detached' })
    expect([anna.complaints, ben.complaints]).toEqual([[], []])
    for (const { page } of [anna, ben]) await page.context().close()
  })

  test('behavior: a cut is said calmly, and what was missed comes with the next connection', async () => {
    const [anna, ben] = await Promise.all([venue().open('/venue'), venue().open('/')])
    const sockets: WebSocketRoute[] = []
    let isCut = false
    await anna.page.routeWebSocket(/\/v1\/ws$/, (socket) => {
      if (isCut) void socket.close()
      else {
        sockets.push(socket)
        socket.connectToServer()
      }
    })
    await anna.page.goto(venue().url)
    await openMarket(anna.page)
    await openFundedWallet(ben.page)
    await openMarket(ben.page)
    isCut = true
    for (const socket of sockets) await socket.close()
    await anna.page.getByRole('status').getByText('connection lost, reconnecting').waitFor()
    await placeOrder(ben.page, { outcome: 'yes', amount: '7', limit: '33.3' })
    isCut = false
    await anna.page.getByRole('row', { name: /^33\.3/ }).waitFor()
    await anna.page
      .getByRole('status')
      .getByText(/^live, block/)
      .waitFor()
    expect(anna.complaints).toEqual([])
    for (const { page } of [anna, ben]) await page.context().close()
  })

  test('behavior: what is told while a slow reading lasts is bounded, and read anew', async () => {
    const { page, complaints } = await venue().open('/venue')
    let told: WebSocketRoute | undefined
    await page.routeWebSocket(/\/v1\/ws$/, (socket) => {
      told = socket
      socket.connectToServer()
    })
    await page.goto(venue().url)
    const path = (await page.getByRole('link', { name: question }).getAttribute('href')) ?? ''
    const marketAddress = path.slice('/m/'.length)
    const reads: (() => void)[] = []
    await page.route(`**/v1/markets/${marketAddress}`, async (route) => {
      await new Promise<void>((resolve) => {
        reads.push(resolve)
      })
      await route.continue()
    })
    await page.getByRole('link', { name: question }).click()
    while (reads.length < 1) await page.waitForTimeout(50)
    const prices = { bestBidYes: 1, bestAskYes: 2, bestBidNo: 998, bestAskNo: 999, volume: '0', lastPrice: 1 }
    const data = { marketAddress, ...prices }
    const channel = `market:${marketAddress}`
    for (let seq = 1; seq <= 1_001; seq++)
      told?.send(JSON.stringify({ type: 'ticker', channel, epoch: '00000000', seq, data }))
    // As many as fit are shown; the one that did not makes the page ask again, and that is right.
    reads[0]?.()
    await page.getByRole('button', { name: 'Yes 0.2¢' }).waitFor()
    while (reads.length < 2) await page.waitForTimeout(50)
    reads[1]?.()
    await page.getByRole('button', { name: 'Yes 0.2¢' }).waitFor({ state: 'detached' })
    expect(reads.length).toBe(2)
    expect(complaints).toEqual([])
    await page.context().close()
  })

  test('behavior: a reorganisation is one line, and what it undid is gone', async () => {
    const { page, complaints } = await venue().open('/')
    await openFundedWallet(page)
    await openMarket(page)
    await placeOrder(page, { outcome: 'yes', amount: '5', limit: '32.2' })
    const level = page.getByRole('row', { name: /^32\.2/ })
    await level.waitFor()
    await venue().control('reorg', { depth: 1, replay: false })
    await page.getByText(/^The chain reorganised after block \d+/).waitFor()
    await level.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Got it' }).click()
    expect(await page.getByText(/^The chain reorganised/).count()).toBe(0)
    expect(complaints).toEqual([])
    await page.context().close()
  })
}

import { describe, expect, test } from 'vitest'
import { violationsOf } from '../support/browser.ts'
import { type BrowserVenue, openFundedWallet, openMarket, placeOrder } from '../support/venue-with-browser.ts'

const looks = [
  ['light', 1440],
  ['dark', 1440],
  ['light', 360],
  ['dark', 360],
] as const

const paths = [
  '/portfolio',
  '/parlays',
  '/govern',
  '/keys',
  '/venue',
  '/devnet',
  '/guide',
  '/guide/reference',
  '/nowhere',
] as const

/** axe and the width of every page, for a visitor and for a wallet. */
export function lookStories(venue: () => BrowserVenue): void {
  describe.each(looks)('%s at %i px', (colorScheme, width) => {
    const look = { colorScheme, viewport: { width, height: 800 } } as const
    test.each(['/', '/?show=resolved', ...paths])('behavior: %s has no violation', async (path) => {
      const { page, complaints } = await venue().open(path, look)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.waitForLoadState('networkidle')
      expect(await violationsOf(page)).toEqual([])
      expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
      expect(complaints).toEqual([])
      await page.context().close()
    })
    test('behavior: nor have the pages of a wallet, and that of a market', async () => {
      const { page, complaints } = await venue().open('/', look)
      await openFundedWallet(page)
      await openMarket(page)
      await page.locator('.chart .line').first().waitFor()
      await placeOrder(page, { outcome: 'yes', amount: '2', limit: '' })
      await placeOrder(page, { outcome: 'yes', amount: '2', limit: '22.2' })
      expect(await violationsOf(page)).toEqual([])
      expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
      for (const path of paths) {
        await page.goto(venue().url + path)
        await page.getByRole('button', { name: 'Disconnect' }).waitFor()
        await page.getByRole('heading', { level: 1 }).waitFor()
        await page.waitForLoadState('networkidle')
        expect([path, await violationsOf(page)]).toEqual([path, []])
        expect(await page.evaluate<number>('document.documentElement.scrollWidth'), path).toBeLessThanOrEqual(
          width,
        )
      }
      expect(complaints).toEqual([])
      await page.context().close()
    })
  })

  test.each([360, 390])('behavior: a short address is one line at %i px', async (width) => {
    const { page } = await venue().open('/?show=resolved', { viewport: { width, height: 800 } })
    await page.locator('.card h2 a').first().click()
    const timeline = page.getByRole('region', { name: 'Resolution' })
    await timeline.locator('code[title]').first().waitFor()
    const lines = await page.evaluate<number[]>(
      "[...document.querySelectorAll('.timeline code[title]')].map((each) => each.getClientRects().length)",
    )
    expect(new Set(lines)).toEqual(new Set([1]))
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
    await page.context().close()
  })

  test.each([
    [390, 'above'],
    [1280, 'beside'],
  ])('behavior: at %i px the devnet’s controls are %s its blocks', async (width, place) => {
    const { page } = await venue().open('/devnet', { viewport: { width, height: 800 } })
    await page.locator('.blocks > li').first().waitFor()
    const controls = await page.getByRole('region', { name: 'Controls' }).boundingBox()
    const blocks = await page.getByRole('region', { name: 'Blocks' }).boundingBox()
    if (controls === null || blocks === null) throw new Error('not shown')
    expect([controls.y + controls.height < blocks.y, controls.x > blocks.x + blocks.width]).toEqual([
      place === 'above',
      place === 'beside',
    ])
    await page.context().close()
  })

  test('behavior: no place is cut off beside a wallet with coins, at any width', async () => {
    const { page } = await venue().open('/keys')
    await openFundedWallet(page)
    // Moved on a real chain a balance may have more digits than a faucet gives.
    for (const digits of ['100,000.00 DUSD', '1,234,567,890.12 DUSD'])
      for (const width of [360, 390, 561, 600, 780, 781, 1000, 1001, 1240, 1241, 1280, 1440, 1920]) {
        await page.setViewportSize({ width, height: 800 })
        const cut = await page.evaluate<number>(
          `(document.querySelector('.balance').textContent = '${digits}',
          [...document.querySelectorAll('.bar nav, html')].filter((e) => e.scrollWidth > e.clientWidth).length
          + [...document.querySelectorAll('.bar *')].filter((e) => e.getBoundingClientRect().left < 0).length)`,
        )
        expect([digits, width, cut]).toEqual([digits, width, 0])
        const hidden = await page.evaluate<boolean>(
          `getComputedStyle(document.querySelector('.bar')).position === 'sticky'
          && document.querySelector('.bar').offsetHeight > parseInt(getComputedStyle(document.documentElement).scrollPaddingTop)`,
        )
        expect([digits, width, hidden]).toEqual([digits, width, false])
      }
    await page.context().close()
  })

  test('behavior: an address with a place in a document opens there', async () => {
    const { page } = await venue().open('/guide#a-key-of-your-own')
    await expect.poll(() => page.evaluate<number>('scrollY'), { timeout: 30_000 }).toBeGreaterThan(0)
    const { top, room } = await page.evaluate<{ top: number; room: number }>(
      `({ top: document.getElementById('a-key-of-your-own').getBoundingClientRect().top,
          room: document.querySelector('.bar').offsetHeight })`,
    )
    expect([top >= room, top < 200]).toEqual([true, true])
    await page.context().close()
  })
}

import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { startBrowser, type TestBrowser, violationsOf } from '../support/browser.ts'
import { createDataDir, type Service, seedDatabase, startService } from '../support/service.ts'

const absent = inject('chromiumAbsent')

describe.skipIf(absent !== null)('the console (browser)', () => {
  const data = createDataDir()
  let service: Service
  let browser: TestBrowser
  beforeAll(async () => {
    await seedDatabase(data.path)
    service = await startService({
      DATA_DIR: data.path,
      DEMO: 'true',
      DEMO_TRICKLE: 'false',
      RATE_LIMIT_ANON_READS: '100000',
      RATE_LIMIT_ANON_WRITES: '100000',
    })
    browser = await startBrowser()
  }, 300_000)
  afterAll(async () => {
    await browser?.close()
    service?.kill('SIGTERM')
    await service?.exited
    data.remove()
  })

  test('default: from the first look to an own order in the book, and back', async () => {
    const { page, complaints } = await browser.open(service.url)
    await page.getByRole('button', { name: 'Play wallet' }).click()
    await page.getByRole('button', { name: 'Get coins' }).click()
    await page.getByText('Coins are on their way').waitFor()
    await page
      .getByRole('link', { name: 'Will ALPH trade above one dollar when this market closes?' })
      .click()
    await page.getByRole('textbox', { name: 'Amount' }).fill('3')
    await page.getByText('Limit and timing').click()
    await page.getByLabel(/Limit in cents/).fill('30')
    await page.getByRole('button', { name: 'Buy yes' }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByText('The bytes were made again in this browser and are equal.').waitFor()
    expect(await sheet.getByRole('listitem').first().textContent()).toBe(
      'Buy 9.75 yes of “Will ALPH trade above one dollar when this market closes?” for at most 30.0 cents a share.',
    )
    await sheet.getByRole('button', { name: 'Sign' }).click()
    await sheet.getByRole('button', { name: 'Close' }).click()
    const ladder = page.getByRole('table', { name: 'Order book of yes' })
    expect(
      await ladder
        .getByRole('row', { name: /^30\.0/ })
        .getByRole('cell')
        .allTextContents(),
    ).toEqual(['30.0 yours', '9.75', '1'])
    const orders = page.getByRole('table', { name: 'Open orders' })
    expect(await orders.getByRole('cell').allTextContents()).toEqual(['buy yes', '30.0', '9.75', 'Cancel'])
    await orders.getByRole('button', { name: 'Cancel' }).click()
    await sheet.getByRole('button', { name: 'Sign' }).click()
    await sheet.getByRole('button', { name: 'Close' }).click()
    await orders.waitFor({ state: 'detached' })
    expect(await ladder.getByRole('row', { name: /^30\.0/ }).count()).toBe(0)
    expect(complaints).toEqual([])
  })

  test('error: what the wallet cannot pay is said in words', async () => {
    const { page } = await browser.open(service.url)
    await page.getByRole('button', { name: 'Play wallet' }).click()
    await page.getByRole('button', { name: 'Disconnect' }).waitFor()
    await page
      .getByRole('link', { name: 'Will ALPH trade above one dollar when this market closes?' })
      .click()
    await page.getByRole('textbox', { name: 'Amount' }).fill('3')
    await page.getByRole('button', { name: 'Buy yes' }).click()
    await page.getByRole('alert').getByText('Get coins, or order less.').waitFor()
  })

  describe.each([
    ['light', 1440],
    ['dark', 1440],
    ['light', 360],
    ['dark', 360],
  ] as const)('%s at %i px', (colorScheme, width) => {
    test.each(['/', '/portfolio', '/parlays', '/govern', '/keys', '/venue', '/nowhere'])(
      'behavior: %s has no violation and no scrolling aside',
      async (path) => {
        const { page, complaints } = await browser.open(service.url + path, {
          colorScheme,
          viewport: { width, height: 800 },
        })
        await page.getByRole('heading', { level: 1 }).waitFor()
        await page.waitForLoadState('networkidle')
        expect(await violationsOf(page)).toEqual([])
        expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
        expect(complaints).toEqual([])
        await page.context().close()
      },
    )
    test('behavior: nor has the page of a market', async () => {
      const { page } = await browser.open(service.url, { colorScheme, viewport: { width, height: 800 } })
      await page
        .getByRole('link', { name: 'Will ALPH trade above one dollar when this market closes?' })
        .click()
      await page.getByRole('table', { name: 'Order book of yes' }).waitFor()
      expect(await violationsOf(page)).toEqual([])
      expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
      await page.context().close()
    })
  })
})

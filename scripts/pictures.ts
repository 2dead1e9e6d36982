import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { findChromium } from '../test/support/chromium-binary.ts'
import { startService } from '../test/support/service.ts'

/**
 * `npm run pictures [-- URL] [NAME …]`: every page of the console, light and dark, on a desk and on a phone, and the API
 * reference, into docs/images. Without an address a demo venue is made for it; with names, only pages of these names.
 */
const folder = join(import.meta.dirname, '..', 'docs', 'images')
const question = 'Will ALPH trade above one dollar when this market closes?'

const screens = [
  { name: 'desktop', viewport: { width: 1280, height: 800 } },
  { name: 'phone', viewport: { width: 390, height: 844 } },
] as const

/** Each page by its name: how to get there from the list of markets, and what must be seen before the picture. */
const pages: readonly (readonly [name: string, visit: (page: Page, url: string) => Promise<unknown>])[] = [
  ['markets', (page) => page.getByRole('link', { name: question }).waitFor()],
  ['market', (page) => openMarket(page, question)],
  [
    'resolution',
    async (page, url) => {
      for (const show of ['disputed', 'resolved']) {
        await page.goto(`${url}/?show=${show}`)
        await page.getByText(/\d+ markets?$/).waitFor()
        if ((await page.locator('.card h2 a').count()) > 0) break
      }
      await page.locator('.card h2 a').first().click()
      await page.getByRole('heading', { name: 'Resolution' }).waitFor()
    },
  ],
  ['portfolio', (page, url) => visit(page, `${url}/portfolio`)],
  [
    'devnet',
    async (page, url) => {
      await visit(page, `${url}/devnet`)
      await page.locator('.blocks summary').nth(1).click()
    },
  ],
  ['parlays', (page, url) => visit(page, `${url}/parlays`)],
  ['govern', (page, url) => visit(page, `${url}/govern`)],
  ['guide', (page, url) => visit(page, `${url}/guide`)],
  ['keys', (page, url) => visit(page, `${url}/keys`)],
  [
    'venue',
    async (page, url) => {
      await visit(page, `${url}/venue`)
      await page.getByText('market template').first().waitFor()
    },
  ],
]

async function visit(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await page.getByRole('heading', { level: 1 }).waitFor()
}

async function openMarket(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name }).click()
  await page.getByRole('table', { name: 'Order book of yes' }).waitFor()
  await page.locator('.chart .line').first().waitFor()
}

/** A wallet with coins, an order that waits and one that filled: pages of a wallet without them would be empty. */
async function trade(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await page.getByRole('button', { name: 'Play wallet' }).click()
  await page.getByRole('button', { name: 'Get coins' }).click()
  await page.getByText('Coins sent').waitFor()
  await openMarket(page, question)
  await order(page, '25', '')
  await order(page, '12', '31')
}

async function order(page: Page, amount: string, limit: string): Promise<void> {
  const details = page.locator('.ticket details')
  if ((await details.getAttribute('open')) === null) await page.getByText('Limit and timing').click()
  await page.getByLabel(/Limit in cents/).fill(limit)
  await page.getByRole('textbox', { name: 'Amount' }).fill(amount)
  await page.getByRole('button', { name: 'Buy yes' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: 'Sign' }).click()
  await sheet.getByRole('button', { name: 'Close' }).click()
}

/** The API reference as README shows it: at the address of a first start, whichever port this venue has. */
async function drawReference(browser: Browser, url: string): Promise<void> {
  const shown = 'http://127.0.0.1:3000'
  const page = await browser.newPage({ viewport: { width: 1200, height: 860 } })
  await page.route(`${shown}/**`, async (route) => {
    const response = await route.fetch({ url: route.request().url().replace(shown, url) })
    await route.fulfill({ response })
  })
  await page.goto(`${shown}/docs`)
  await page.locator('.opblock').first().waitFor()
  await page.waitForLoadState('networkidle')
  await page.screenshot({ path: join(folder, 'reference.png') })
  process.stdout.write('reference.png\n')
  await page.close()
}

const found = findChromium()
if ('absent' in found) throw new Error(found.absent)
const data = mkdtempSync(join(tmpdir(), 'sibyl-pictures-'))
const [given, names] = process.argv[2]?.startsWith('http')
  ? [process.argv[2], process.argv.slice(3)]
  : [undefined, process.argv.slice(2)]
const isWanted = (name: string): boolean => names.length === 0 || names.includes(name)
const service =
  given === undefined
    ? await startService({
        DATA_DIR: data,
        DEMO: 'true',
        RATE_LIMIT_ANON_READS: '100000',
        RATE_LIMIT_ANON_WRITES: '1000',
      })
    : null
const url = given ?? service?.url ?? ''
const browser = await chromium.launch({ executablePath: found.program, args: ['--no-sandbox'] })
try {
  mkdirSync(folder, { recursive: true })
  if (isWanted('reference')) await drawReference(browser, url)
  for (const { name: screen, viewport } of screens) {
    const context = await browser.newContext({ viewport, reducedMotion: 'reduce' })
    const page = await context.newPage()
    page.setDefaultTimeout(120_000)
    await trade(page, url)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      for (const [name, go] of pages.filter(([name]) => isWanted(name))) {
        await page.goto(url)
        await go(page, url)
        await page.getByRole('button', { name: 'Disconnect' }).waitFor()
        await page.waitForLoadState('networkidle')
        await page.getByText(/^(Loading|Asking|Compiling) .* …$/).waitFor({ state: 'detached' })
        // A click may have scrolled, and the bar stays where the screen begins.
        await page.evaluate('scrollTo(0, 0)')
        await page.screenshot({ path: join(folder, `${name}-${screen}-${colorScheme}.png`), fullPage: true })
        process.stdout.write(`${name}-${screen}-${colorScheme}.png\n`)
      }
    }
    await context.close()
  }
} finally {
  await browser.close()
  service?.kill('SIGTERM')
  await service?.exited
  rmSync(data, { recursive: true, force: true })
}

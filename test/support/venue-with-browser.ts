import type { BrowserContextOptions, Page } from 'playwright-core'
import { startBrowser, type Tab, type TestBrowser } from './browser.ts'
import { createDataDir, type Service, seedDatabase, startService } from './service.ts'

/** A demo venue and a browser, for every story of the console. */
export interface BrowserVenue {
  readonly url: string
  readonly nodeUrl: string
  open(path: string, options?: BrowserContextOptions): Promise<Tab>
  /** One of the devnet's controls. */
  control(name: string, body: object): Promise<void>
  close(): Promise<void>
}

/** A market of the demo that trades for months. */
export const question = 'Will ALPH trade above one dollar when this market closes?'

export async function startBrowserVenue(): Promise<BrowserVenue> {
  const data = createDataDir()
  await seedDatabase(data.path)
  const service: Service = await startService({
    DATA_DIR: data.path,
    DEMO: 'true',
    DEMO_TRICKLE: 'false',
    RATE_LIMIT_ANON_READS: '100000',
    RATE_LIMIT_ANON_WRITES: '100000',
    RATE_LIMIT_KEY_READS: '100000',
    RATE_LIMIT_KEY_WRITES: '100000',
  })
  const browser: TestBrowser = await startBrowser()
  return {
    url: service.url,
    nodeUrl: service.nodeUrl,
    open: (path, options) => browser.open(service.url + path, options),
    async control(name, body) {
      const answer = await fetch(`${service.nodeUrl}/devnet/${name}`, {
        method: 'POST',
        body: JSON.stringify(body),
      })
      if (!answer.ok) throw new Error(`${name}: ${answer.status} ${await answer.text()}`)
    },
    async close() {
      await browser.close()
      service.kill('SIGTERM')
      await service.exited
      data.remove()
    },
  }
}

/** A new play wallet with coins. */
export async function openFundedWallet(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Play wallet' }).click()
  await page.getByRole('button', { name: 'Get coins' }).click()
  await page.getByText('100,000.00 DUSD').waitFor()
}

export async function openMarket(page: Page, name = question): Promise<void> {
  await page.getByRole('link', { name }).click()
  await page.getByRole('table', { name: 'Order book of yes' }).waitFor()
}

/** The sheet's question is answered with a signature, and the block waited for; a refusal fails with its words. */
export async function sign(page: Page): Promise<void> {
  for (const name of ['Sign', 'Close']) {
    await expectNoRefusal(page, name)
    await page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
  }
}

/** What the sheet says before anything is signed. */
export async function wordsToSign(page: Page): Promise<string[]> {
  await expectNoRefusal(page, 'Sign')
  return page.getByRole('dialog').getByRole('listitem').allTextContents()
}

/** Waits until the sheet has that button, and fails with the words of a refusal. */
export async function expectNoRefusal(page: Page, button: string): Promise<void> {
  const sheet = page.getByRole('dialog')
  const refusal = sheet.getByRole('alert')
  await sheet.getByRole('button', { name: button, exact: true }).or(refusal).first().waitFor()
  if (await refusal.isVisible()) throw new Error(`refused: ${await refusal.textContent()}`)
}

export interface OrderWish {
  readonly outcome: 'yes' | 'no'
  readonly amount: string
  /** Cents; empty takes the book. */
  readonly limit: string
}

export async function placeOrder(page: Page, { outcome, amount, limit }: OrderWish): Promise<void> {
  const ticket = page.getByRole('form', { name: 'Order' })
  await ticket.getByLabel(outcome === 'yes' ? 'Yes' : 'No', { exact: true }).check({ force: true })
  if (!(await ticket.getByLabel(/Limit in cents/).isVisible()))
    await ticket.getByText('Limit and timing').click()
  await ticket.getByLabel(/Limit in cents/).fill(limit)
  await ticket.getByRole('textbox', { name: 'Amount' }).fill(amount)
  await ticket.getByRole('button', { name: `Buy ${outcome}` }).click()
  await sign(page)
}

/** Nobody clicks to type: a price that was picked leads into the ticket. */
export async function typeInTicket(page: Page, text: string): Promise<void> {
  await page.waitForFunction("document.activeElement?.matches('.ticket input')")
  await page.keyboard.type(text)
}

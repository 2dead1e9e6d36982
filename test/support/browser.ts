import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { findChromium } from './chromium-binary.ts'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** A tab of its own, with everything it complained about. */
export interface Tab {
  readonly page: Page
  /** What the browser's console said, page errors included; empty is what a page owes. */
  readonly complaints: string[]
}

export interface TestBrowser {
  open(url: string, options?: BrowserContextOptions): Promise<Tab>
  close(): Promise<void>
}

/** Pages are ours, and a test machine may run as root: the sandbox would not start there. */
export async function startBrowser(): Promise<TestBrowser> {
  const found = findChromium()
  if ('absent' in found) throw new Error(found.absent)
  const browser: Browser = await chromium.launch({ executablePath: found.program, args: ['--no-sandbox'] })
  return {
    async open(url, options = {}) {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options })
      const page = await context.newPage()
      page.setDefaultTimeout(120_000)
      const complaints: string[] = []
      page.on('console', (message) => {
        const { url: from } = message.location()
        const where = from === '' ? '' : ` (${from})`
        complaints.push(`${message.type()}: ${message.text()}${where}`)
      })
      page.on('pageerror', (error) => complaints.push(`error: ${error.message}`))
      await page.goto(url)
      return { page, complaints }
    },
    close: () => browser.close(),
  }
}

/** What axe finds, one line a violation with the places. It is put in past the page's own policy, as a person's tool is. */
export async function violationsOf(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page)
  await session.send('Runtime.evaluate', { expression: axeSource })
  const { result } = await session.send('Runtime.evaluate', {
    expression:
      'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, ...nodes.map((node) => node.target)].join(" ")))',
    awaitPromise: true,
    returnByValue: true,
  })
  await session.detach()
  return result.value as string[]
}

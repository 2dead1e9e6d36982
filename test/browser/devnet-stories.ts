import { expect, test } from 'vitest'
import { demoWallet } from '../../src/demo/index.ts'
import type { BrowserVenue } from '../support/venue-with-browser.ts'

export function devnetStories(venue: () => BrowserVenue): void {
  test('default: blocks are looked into, mined, taken back, and the clock is moved, by buttons', async () => {
    const { page, complaints } = await venue().open('/devnet')
    const blocks = page.locator('.blocks > li')
    const newest = blocks.first().getByRole('strong')
    await newest.waitFor()
    const height = Number(await newest.textContent())
    // Not by its own number: the keeper may add more blocks in a moment than are shown.
    const reach = async (at: number) => {
      while (Number(await newest.textContent()) < at) await page.waitForTimeout(50)
    }

    await page.getByRole('button', { name: 'Mine a block' }).click()
    await reach(height + 1)
    await page.getByText('A block was mined.').waitFor()
    await page.getByRole('button', { name: 'Mine ten' }).click()
    await reach(height + 11)

    const before = await venueClock(venue().url)
    await page.getByRole('button', { name: '+ 1 hour' }).click()
    await page.getByText('The clock is 1 hour further.').waitFor()
    // The status follows the chain. What is taken back before it was indexed is told to nobody.
    while ((await venueClock(venue().url)) - before < 3_600_000) await page.waitForTimeout(50)
    while (!(await isIndexed(venue().url))) await page.waitForTimeout(50)

    // More than the keeper may have added meanwhile: of two, none might have been indexed.
    await page.getByLabel('So many of the newest blocks').fill('8')
    await page.getByRole('button', { name: 'Take them back' }).click()
    await page.getByText(/^The chain reorganised after block/).waitFor()

    await page.getByRole('textbox', { name: /^Wallet/ }).fill(demoWallet('demo').address)
    await page.getByRole('button', { name: 'Send coins' }).click()
    await page.getByText('Coins were sent.').waitFor()
    await page.getByLabel('The node’s next answers come').selectOption('late')
    await page.getByRole('button', { name: 'Once' }).click()
    await page.getByText('The next answer is spoilt.').waitFor()

    // A contract's fields have their names.
    const state = page.getByRole('region', { name: 'Contract state' })
    await state.getByRole('combobox', { name: /^Contract/ }).selectOption('desk')
    await state.getByText('An instance of Desk.').waitFor()
    await state.getByRole('term').getByText('nativeReserve', { exact: true }).waitFor()

    // An hour gave the keeper much to do, and its blocks push the others out of sight: none comes until this one was read.
    await page.getByRole('button', { name: 'When asked' }).click()
    await page.getByText('Nothing is mined until you ask.').waitFor()
    // For a moment the status may still have a block that was taken back.
    const last = async () => (await statusOf(venue().url)).chain.height
    while (Number(await newest.textContent()) !== (await last())) await page.waitForTimeout(50)
    // A price in another block's event may be the same number.
    const named = page
      .locator('summary strong')
      .getByText(String(await newest.textContent()), { exact: true })
    const opened = blocks.filter({ has: named })
    await opened.locator('summary').click()
    await opened
      .getByText(/^[0-9a-f]{64}$/)
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'By transaction' }).click()
    await page.getByText('Every transaction is mined at once.').waitFor()
    await page.getByRole('button', { name: 'Mine a block' }).click()
    await page.getByText('A block was mined.').waitFor()
    expect(complaints).toEqual([])
    await page.context().close()
  })

  test('error: a node that fails for a moment is asked again', async () => {
    const { page } = await venue().open('/nowhere')
    let isWell = false
    await page.route('**/blockflow/chain-info*', (route) =>
      isWell ? route.continue() : route.fulfill({ status: 503, json: {} }),
    )
    await page.goto(`${venue().url}/devnet`)
    await page.getByRole('alert').getByText('The node could not be asked').waitFor()
    isWell = true
    await page.locator('.blocks > li').first().waitFor()
    await page.context().close()
  })
}

interface Status {
  readonly chain: { readonly height: number; readonly blockTimestamp: number }
  readonly index: { readonly height: number }
}

const statusOf = async (url: string): Promise<Status> =>
  (await (await fetch(`${url}/v1/status`)).json()) as Status
const venueClock = async (url: string) => (await statusOf(url)).chain.blockTimestamp

async function isIndexed(url: string): Promise<boolean> {
  const { chain, index } = await statusOf(url)
  return index.height === chain.height
}

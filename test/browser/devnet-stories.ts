import { expect, test } from 'vitest'
import type { BrowserVenue } from '../support/venue-with-browser.ts'

export function devnetStories(venue: () => BrowserVenue): void {
  test('default: blocks are looked into, mined, taken back, and the clock is moved, by buttons', async () => {
    const { page, complaints } = await venue().open('/devnet')
    const blocks = page.getByRole('region', { name: 'Blocks' }).getByRole('listitem')
    const newest = page.locator('.blocks > li').first().getByRole('strong')
    await newest.waitFor()
    const height = Number(await newest.textContent())
    const block = (at: number) => page.locator('.blocks strong').getByText(String(at), { exact: true })

    await page.getByRole('button', { name: 'Mine a block' }).click()
    await block(height + 1).waitFor()
    await page.getByText('A block was mined.').waitFor()
    await page.getByRole('button', { name: 'Mine ten' }).click()
    await block(height + 11).waitFor()

    const before = await venueClock(venue().url)
    await page.getByRole('button', { name: '+ 1 hour' }).click()
    await page.getByText('The clock is 1 hour further.').waitFor()
    await block(height + 12).waitFor()
    // The status follows the chain; the page saw the block first.
    while ((await venueClock(venue().url)) - before < 3_600_000) await page.waitForTimeout(50)

    await page.getByLabel('So many of the newest blocks').fill('2')
    await page.getByRole('button', { name: 'Take them back' }).click()
    await page.getByText(/^The chain reorganised after block/).waitFor()

    // By its height: new blocks push the others down.
    const kept = blocks.filter({ has: page.getByText(String(height + 10), { exact: true }) })
    await kept.locator('summary').click()
    await kept
      .getByText(/^[0-9a-f]{64}$/)
      .first()
      .waitFor()
    expect(complaints).toEqual([])
    await page.context().close()
  })
}

async function venueClock(url: string): Promise<number> {
  const { chain } = (await (await fetch(`${url}/v1/status`)).json()) as { chain: { blockTimestamp: number } }
  return chain.blockTimestamp
}

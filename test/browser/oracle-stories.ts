import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { type BrowserVenue, openFundedWallet, sign } from '../support/venue-with-browser.ts'

const minute = 60_000

/** In each text of a proposal: would any of it be more than text, a dialog would open or the console complain. */
const hostile = (field: string): string =>
  `${field} <script>alert(1)</script><img src=x onerror=alert(1)> \${alert(1)} {{7*7}} "quoted" ‮back`

/** As a field for local times takes it. */
function localMinutes(ms: number): string {
  const time = new Date(ms - new Date(ms).getTimezoneOffset() * minute)
  return time.toISOString().slice(0, 16)
}

/** The devnet's clock may be ahead of this machine's. */
async function venueNow(url: string): Promise<number> {
  const { chain } = (await (await fetch(`${url}/v1/status`)).json()) as { chain: { blockTimestamp: number } }
  return Math.max(Date.now(), chain.blockTimestamp)
}

/** Proposals are refused in the last quarter of a period: the story begins with one of its own. */
async function beginPeriod({ url, control }: BrowserVenue): Promise<void> {
  const { period } = (await (await fetch(`${url}/v1/voting/period`)).json()) as {
    period: { startsAt: string; endsAt: string }
  }
  const [start, end] = [Date.parse(period.startsAt), Date.parse(period.endsAt)]
  const length = end - start
  await control('time', { advanceMs: length - (((await venueNow(url)) - start) % length) + 1_000 })
  await control('mine', {})
}

async function stake(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: /^Amount/ }).fill('60000')
  await page.getByRole('button', { name: 'Stake' }).click()
  await sign(page)
  await page.getByText('60,000 DSIB').first().waitFor()
}

export function oracleStories(venue: () => BrowserVenue): void {
  test('default: proposed with hostile texts, voted for, submitted and disputed', async () => {
    await beginPeriod(venue())
    const { page, complaints } = await venue().open('/govern')
    let dialogs = 0
    page.on('dialog', (dialog) => {
      dialogs += 1
      void dialog.dismiss()
    })
    await openFundedWallet(page)
    await stake(page)

    await page.getByText('Propose a question').click()
    await page.getByRole('textbox', { name: 'Question' }).fill(hostile('question'))
    await page.getByRole('textbox', { name: 'Category' }).fill('<b>category</b>')
    await page.getByLabel(/^Trading ends/).fill(localMinutes((await venueNow(venue().url)) + 30 * minute))
    await page.getByRole('textbox', { name: 'Rules' }).fill(hostile('rules'))
    await page.getByRole('textbox', { name: 'Sources' }).fill(hostile('sources'))
    await page.getByRole('button', { name: 'Propose', exact: true }).click()
    await sign(page)
    const proposal = page.getByRole('listitem').filter({ hasText: hostile('question') })
    await proposal.waitFor()
    expect(await proposal.getByText('<b>category</b>').count()).toBe(1)
    await proposal.getByRole('button', { name: 'Vote' }).click()
    await sign(page)
    await proposal.getByText(/weight 1 of 1 wallet/).waitFor()

    // The period ends, the keeper makes the market, and the list has it without being asked.
    await page.getByRole('link', { name: 'Markets', exact: true }).click()
    await page.getByRole('heading', { name: 'Markets' }).waitFor()
    await venue().control('time', { advanceMs: 5 * minute })
    await venue().control('mine', {})
    await page.getByRole('link', { name: hostile('question') }).click()
    await page.getByText(hostile('rules')).waitFor()
    await page.getByText(hostile('sources')).waitFor()
    const address = new URL(page.url()).pathname

    // Trading ends; one wallet says yes, another doubts it.
    await venue().control('time', { advanceMs: 30 * minute })
    await venue().control('mine', {})
    await page.getByRole('button', { name: 'It was yes' }).click()
    await sign(page)
    const juror = await venue().open(address)
    await openFundedWallet(juror.page)
    await juror.page.getByRole('button', { name: 'Dispute it' }).click()
    await sign(juror.page)
    await page.getByText('Disputed', { exact: true }).waitFor()
    expect(dialogs).toBe(0)
    expect([complaints, juror.complaints]).toEqual([[], []])
    for (const tab of [page, juror.page]) await tab.context().close()
  })
}

import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { fundByHand, type Hand, keyboard, mouse } from '../support/hands.ts'
import { reachByKeyboard } from '../support/keyboard.ts'
import {
  type BrowserVenue,
  openFundedWallet,
  sign,
  typeInTicket,
  wordsToSign,
} from '../support/venue-with-browser.ts'
import { hostile, localMinutes, minute, venueNow } from './hostile-proposals.ts'

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

/** Mines what the keeper does to end a market, and nothing after it: the keeper would also pay everybody at once. */
async function mineUntilResolved({ url, nodeUrl, control }: BrowserVenue, path: string): Promise<void> {
  const ask = async (address: string, headers = {}) =>
    // biome-ignore lint/suspicious/noExplicitAny: the contract's answers, looked at here and there
    (await (await fetch(address, { headers })).json()) as any
  for (;;) {
    const { currentHeight } = await ask(`${nodeUrl}/blockflow/chain-info?fromGroup=0&toGroup=0`)
    const headers = { 'x-min-block-height': String(currentHeight) }
    if ((await ask(`${url}/v1/markets/${path.slice('/m/'.length)}`, headers)).resolved === true) return
    while ((await ask(`${nodeUrl}/mempool/transactions`)).length === 0);
    await control('mine', {})
  }
}

/** Types a time into the parts of such a field, as an English browser orders them. */
async function typeTime(page: Page, name: RegExp, ms: number): Promise<void> {
  await reachByKeyboard(page, name)
  const [date = '', time = ''] = localMinutes(ms).split('T')
  const [year, month, day] = date.split('-')
  const [hour = 0, minutes] = time.split(':').map(Number)
  await page.keyboard.type(`${month}${day}${year}`)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.type(`${String(hour % 12 || 12).padStart(2, '0')}${String(minutes).padStart(2, '0')}`)
  await page.keyboard.type(hour < 12 ? 'A' : 'P')
}

/** A wallet with coins and the highest weight, looking at the market. */
async function openJuror(
  venue: BrowserVenue,
  path: string,
  handOf: (page: Page) => Hand,
): Promise<{ readonly page: Page; readonly hand: Hand; readonly complaints: string[] }> {
  const { page, complaints } = await venue.open('/govern')
  const hand = handOf(page)
  await fundByHand(page, hand)
  await hand.fill(/^Amount/, '1000000')
  await hand.press('Stake')
  await hand.sign()
  await page.getByText('weight 30').waitFor()
  await page.goto(venue.url + path)
  await page.getByRole('heading', { name: 'Resolution' }).waitFor()
  return { page, hand, complaints }
}

/** What was sealed at the first yes is sealed at every other: its salt may be the one that a block has. */
async function declineTwice(page: Page, nodeUrl: string, hand: Hand): Promise<void> {
  const submissions = `${nodeUrl}/transactions/submit`
  await page.route(submissions, (route) => route.abort())
  const kept = () => page.evaluate<string | null>("localStorage.getItem('sibyl.ballots')")
  const decline = async (name: string): Promise<void> => {
    await hand.press(name)
    await hand.press('Sign')
    await page.getByRole('dialog').getByRole('alert').waitFor()
    await hand.press('Close')
    await page.getByText('Whether it was committed is not known here').waitFor()
  }
  expect(await kept()).toBeNull()
  await decline('Commit')
  const first = await kept()
  await decline('Commit it')
  expect(await kept()).toBe(first)
  await page.unroute(submissions)
}

export function oracleStories(venue: () => BrowserVenue): void {
  test('default: proposed with hostile texts, voted for, traded, submitted, disputed, judged and settled', async () => {
    await beginPeriod(venue())
    const { page, complaints } = await venue().open('/govern')
    let dialogs = 0
    page.on('dialog', (dialog) => {
      dialogs += 1
      void dialog.dismiss()
    })
    // Who asks has no mouse.
    const asker = keyboard(page)
    await openFundedWallet(page)
    await asker.fill(/^Amount/, '60000')
    await asker.press('Stake')
    await asker.sign()
    await page.getByText('60,000 DSIB').first().waitFor()

    await reachByKeyboard(page, /^Propose a question$/)
    await page.keyboard.press('Enter')
    await asker.fill(/^Question$/, hostile('question'))
    await asker.fill(/^Category$/, '<b>category</b>')
    await asker.fill(/^Tags/, '<i onclick=alert(1)>tag</i>, "><script>')
    await typeTime(page, /^Trading ends/, (await venueNow(venue().url)) + 30 * minute)
    await asker.fill(/^Rules$/, hostile('rules'))
    await asker.fill(/^Sources$/, hostile('sources'))
    await asker.press('Propose')
    await asker.sign()
    const proposal = page.getByRole('listitem').filter({ hasText: hostile('question') })
    await proposal.waitFor()
    expect(await proposal.getByText('<b>category</b>').count()).toBe(1)
    // The first of the period, so its button is the only one.
    await asker.press('Vote')
    await asker.sign()
    await proposal.getByText(/weight 1 of 1 wallet/).waitFor()

    // The period ends, the keeper makes the market, and the list has it without being asked.
    await page.getByRole('link', { name: 'Markets', exact: true }).click()
    await page.getByRole('heading', { name: 'Markets' }).waitFor()
    await venue().control('time', { advanceMs: 5 * minute })
    await venue().control('mine', {})
    await page.getByRole('link', { name: hostile('question') }).click()
    for (const text of [hostile('rules'), hostile('sources'), '<i onclick=alert(1)>tag</i>', '"><script>'])
      await page.getByText(text, { exact: true }).waitFor()
    const path = new URL(page.url()).pathname

    // Two wallets bet against each other: one of them will be paid.
    await page.getByText('Limit and timing').click()
    await page.getByLabel(/Limit in cents/).fill('40')
    await page.getByRole('textbox', { name: 'Amount' }).fill('10')
    await page.getByRole('button', { name: 'Buy yes' }).click()
    await sign(page)
    const doubter = await venue().open(path)
    await openFundedWallet(doubter.page)
    await doubter.page.getByRole('button', { name: /^No 60/ }).click()
    await typeInTicket(doubter.page, '5')
    await doubter.page.getByRole('button', { name: 'Buy no' }).click()
    await sign(doubter.page)

    // Jurors stake before there is anything to judge: two with a mouse, one with a keyboard alone.
    const jurors = await Promise.all([mouse, mouse, keyboard].map((hand) => openJuror(venue(), path, hand)))

    // Trading ends; one wallet says yes, another doubts it.
    await venue().control('time', { advanceMs: 30 * minute })
    await venue().control('mine', {})
    await asker.press('It was yes')
    await asker.sign()
    await keyboard(doubter.page).press('Dispute it')
    // Without what would turn the words behind it.
    const named = `“${hostile('question').replace('\u202e', '')}”`
    expect((await wordsToSign(doubter.page))[0]).toBe(
      `Say that the submitted outcome of ${named} is wrong. Jurors will vote.`,
    )
    await keyboard(doubter.page).sign()
    await page.getByText('Disputed', { exact: true }).waitFor()

    // All say yes; two leave it to the venue to open their votes, the one at the keyboard opens its own.
    await Promise.all(
      jurors.map(async ({ page: own, hand }, index) => {
        const relays = own.getByRole('checkbox')
        await relays.waitFor()
        if (index === 2) {
          await reachByKeyboard(own, /^let the venue open it/)
          await own.keyboard.press('Space')
        }
        if (index === 0) await declineTwice(own, venue().nodeUrl, hand)
        await hand.press(index === 0 ? 'Commit it' : 'Commit')
        expect((await wordsToSign(own))[0]).toBe(
          `Vote yes on ${named}, sealed: nobody can read it before it is opened.`,
        )
        await hand.sign()
        await own.getByText('Its salt is kept in this browser').waitFor()
      }),
    )
    await page.getByText(/^3 sealed votes so far/).waitFor()
    await venue().control('time', { advanceMs: 2 * minute })
    await venue().control('mine', {})
    await jurors[2]!.hand.press('Reveal')
    expect(await wordsToSign(jurors[2]!.page)).toEqual([`Your sealed vote on ${named} is opened: yes.`])
    await jurors[2]!.hand.sign()
    await page.getByText(/^3 of 3 votes are open/).waitFor()
    await venue().control('time', { advanceMs: minute })
    await venue().control('mine', {})
    await page.getByText(/^decided yes/).waitFor()
    await venue().control('mining', { mode: 'manual' })
    await venue().control('time', { advanceMs: 2 * minute })
    await venue().control('mine', {})
    await mineUntilResolved(venue(), path)
    await page.locator('.verdict').getByText('Yes').waitFor()

    // Who was right is paid, and the portfolio says what it brought.
    await asker.press('Settle')
    await asker.press('Sign')
    // The node has it, and no block came in between: the keeper pays everybody with the next one.
    await page.locator('.steps .now', { hasText: 'In a block and indexed' }).waitFor()
    await venue().control('mining', { mode: 'instant' })
    await venue().control('mine', {})
    await asker.press('Close')
    await page.getByText(/^\d+\.\d+ yes bought at 40\.0, paid out$/).waitFor()
    await reachByKeyboard(page, /^Portfolio$/)
    await page.keyboard.press('Enter')
    await page.getByRole('row', { name: /were paid for shares/ }).waitFor()
    await page.getByRole('region', { name: 'Realised gain' }).locator('.line').waitFor()

    expect(dialogs).toBe(0)
    const others = jurors.slice(1).map((juror) => juror.complaints)
    expect([complaints, doubter.complaints, ...others]).toEqual([[], [], [], []])
    for (const tab of [page, doubter.page, ...jurors.map((juror) => juror.page)]) await tab.context().close()
  })
}

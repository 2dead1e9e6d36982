import { expect, test } from 'vitest'
import { fundByHand, hands } from '../support/hands.ts'
import { type BrowserVenue, openFundedWallet, wordsToSign } from '../support/venue-with-browser.ts'

export function parlayStories(venue: () => BrowserVenue): void {
  test.each(hands)('default: offered, taken back, offered again and taken, %s', async (_, handOf) => {
    const { page, complaints } = await venue().open('/parlays')
    const hand = handOf(page)
    await fundByHand(page, hand)
    const offer = async (stake: string) => {
      await page.getByLabel(/^Add a leg/).waitFor()
      await hand.pickFirst(/^Add a leg/)
      await page.getByRole('button', { name: /^Drop / }).waitFor()
      await hand.pickFirst(/^Add a leg/)
      await page.getByText(/^the books say/).waitFor()
      await hand.fill(/^Odds/, '3')
      await hand.fill(/^Stake/, stake)
      const picked = await page.locator('form .picks li > span').allTextContents()
      await hand.press('Offer')
      const [first, ...words] = await wordsToSign(page)
      expect(first).toBe(`Stake ${stake}.00 DUSD that all of these come true:`)
      const legs = words.slice(0, -1)
      expect(legs).toEqual(picked.map((question) => `yes: “${question}”`))
      await hand.sign()
      return legs
    }
    const offers = page.getByRole('region', { name: 'Offers' })
    await offer('7')
    const own = offers.getByRole('article').filter({ hasText: 'The maker stakes 7.00 DUSD, you 14.00 DUSD' })
    await own.waitFor()
    await hand.press('Take back')
    await hand.sign()
    await own.waitFor({ state: 'detached' })

    const legs = await offer('8')
    const taker = await venue().open('/parlays')
    await openFundedWallet(taker.page)
    // The newest offer stands first.
    await taker.page.getByText('The maker stakes 8.00 DUSD, you 16.00 DUSD').waitFor()
    const takes = handOf(taker.page)
    await takes.press('Bet against it')
    expect(await wordsToSign(taker.page)).toEqual([
      'Lock 16.00 DUSD. You win 8.00 DUSD when any of these fails, and lose yours when all hold:',
      ...legs,
    ])
    await takes.sign()
    const underWay = page.getByRole('region', { name: 'Under way' })
    await underWay.getByText('8.00 DUSD against 16.00 DUSD').first().waitFor()
    await page.getByRole('link', { name: 'Portfolio' }).click()
    await page.getByRole('row', { name: /^Parlay \d+, 2 legs maker taken 3× 8\.00 24\.00$/ }).waitFor()
    expect([complaints, taker.complaints]).toEqual([[], []])
    for (const tab of [page, taker.page]) await tab.context().close()
  })
}

import { expect, test } from 'vitest'
import { fundByHand, hands } from '../support/hands.ts'
import {
  type BrowserVenue,
  openFundedWallet,
  openMarket,
  question,
  sign,
  wordsToSign,
} from '../support/venue-with-browser.ts'

export function tradeStories(venue: () => BrowserVenue): void {
  test('behavior: the sheet says what happens, the order waits, and is cancelled', async () => {
    const { page, complaints } = await venue().open('/')
    await openFundedWallet(page)
    await openMarket(page)
    await page.getByRole('textbox', { name: 'Amount' }).fill('3')
    await page.getByText('Limit and timing').click()
    await page.getByLabel(/Limit in cents/).fill('30')
    await page.getByRole('button', { name: 'Buy yes' }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByText('The bytes were made again in this browser and are equal.').waitFor()
    expect(await sheet.getByRole('listitem').first().textContent()).toBe(
      `Buy 9.75 yes of “${question}” for at most 30.0 cents a share.`,
    )
    await sign(page)
    const ladder = page.getByRole('table', { name: 'Order book of yes' })
    const row = ladder.getByRole('row', { name: /^30\.0/ })
    // The book and the wallet's own orders come by two channels.
    await row.getByText('yours').waitFor()
    expect(await row.getByRole('cell').allTextContents()).toEqual(['30.0 yours', '9.75', '1'])
    const orders = page.getByRole('table', { name: 'Open orders' })
    expect(await orders.getByRole('cell').allTextContents()).toEqual(['buy yes', '30.0', '9.75', 'Cancel'])
    await orders.getByRole('button', { name: 'Cancel' }).click()
    expect(await wordsToSign(page)).toEqual([
      'Cancel your order to buy 9.75 yes at 30.0¢: what it holds comes back to your wallet.',
    ])
    await sign(page)
    await orders.waitFor({ state: 'detached' })
    await row.waitFor({ state: 'detached' })
    expect(complaints).toEqual([])
    await page.context().close()
  })

  test('behavior: who signs for a leg reads the question of its event', async () => {
    const { page } = await venue().open('/')
    await openFundedWallet(page)
    await openMarket(page, 'Harbour United')
    await page.getByRole('textbox', { name: 'Amount' }).fill('3')
    await page.getByText('Limit and timing').click()
    await page.getByLabel(/Limit in cents/).fill('30')
    await page.getByRole('button', { name: 'Buy yes' }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByRole('button', { name: 'Sign' }).waitFor()
    expect(await sheet.getByRole('listitem').first().textContent()).toBe(
      'Buy 9.75 yes of “Who wins the City Cup? Harbour United” for at most 30.0 cents a share.',
    )
    await page.context().close()
  })

  test.each(hands)('behavior: bought, seen in the portfolio, sold, %s', async (_, handOf) => {
    const { page, complaints } = await venue().open('/')
    const hand = handOf(page)
    await fundByHand(page, hand)
    await openMarket(page)
    await hand.fill(/^Amount/, '2')
    await hand.press('Buy yes')
    await hand.sign()
    await page
      .getByRole('region', { name: 'My position' })
      .getByText(/bought at/)
      .waitFor()
    await page.getByRole('link', { name: 'Portfolio' }).click()
    const positions = page.getByRole('table', { name: 'Positions' })
    await positions.getByRole('link', { name: question }).click()
    await page.getByRole('form', { name: 'Order' }).waitFor()
    await hand.switchTo('Sell', 'Buy')
    await hand.fill(/^Amount/, '1')
    await hand.press('Sell yes')
    await hand.sign()
    await page
      .getByRole('table', { name: 'Latest trades' })
      .getByRole('row', { name: /sold yes/ })
      .first()
      .waitFor()
    // The fees are lost at once: the line of gains has begun.
    await page.getByRole('link', { name: 'Portfolio' }).click()
    await page.getByRole('region', { name: 'Realised gain' }).locator('.line').waitFor()
    await page.getByRole('row', { name: /sold yes/ }).waitFor()
    expect(complaints).toEqual([])
    await page.context().close()
  })

  test('error: what the wallet cannot pay is said in words', async () => {
    const { page } = await venue().open('/')
    await page.getByRole('button', { name: 'Play wallet' }).click()
    await page.getByRole('button', { name: 'Disconnect' }).waitFor()
    await openMarket(page)
    await page.getByRole('textbox', { name: 'Amount' }).fill('3')
    await page.getByRole('button', { name: 'Buy yes' }).click()
    await page.getByRole('alert').getByText('Get coins, or order less.').waitFor()
    await page.context().close()
  })
}

import { expect, test } from 'vitest'
import { addExtension } from '../support/extension.ts'
import { reachByKeyboard } from '../support/keyboard.ts'
import { type BrowserVenue, openMarket, question, sign } from '../support/venue-with-browser.ts'

export function walletStories(venue: () => BrowserVenue): void {
  test('default: the extension signs a challenge and an order, and nothing else is asked of it', async () => {
    const { page, complaints } = await venue().open('/nowhere')
    const calls = await addExtension(page)
    await page.goto(venue().url)
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    await page.getByRole('button', { name: 'Disconnect' }).waitFor()
    await openMarket(page)
    const bids = page.getByRole('table', { name: 'Order book of yes' }).locator('.bids')
    await bids.getByRole('button').first().click()
    await page.getByRole('textbox', { name: 'Amount' }).fill('3')
    await page.getByRole('button', { name: 'Buy yes' }).click()
    await sign(page)
    await bids
      .getByRole('button', { name: / yours/ })
      .first()
      .waitFor()
    expect(calls).toEqual(['enable', 'signMessage', 'signUnsignedTx'])
    // Who leaves in the extension has left here too.
    await page.evaluate('alephiumProviders.alephium.disconnect()')
    await page.getByRole('button', { name: 'Connect wallet' }).waitFor()
    expect(complaints).toEqual([])
    await page.context().close()
  })

  test('behavior: who disconnects revokes the key of the visit', async () => {
    const { page } = await venue().open('/')
    await page.getByRole('button', { name: 'Play wallet' }).click()
    await page.getByRole('button', { name: 'Disconnect' }).waitFor()
    const { key } = JSON.parse(await page.evaluate<string>(`sessionStorage.getItem('sibyl.key')`)) as {
      key: string
    }
    const revoked = page.waitForResponse((answer) => answer.request().method() === 'DELETE')
    await page.getByRole('button', { name: 'Disconnect' }).click()
    await revoked
    const answer = await fetch(`${venue().url}/v1/auth/keys`, { headers: { authorization: `Bearer ${key}` } })
    expect([answer.status, await page.evaluate(`sessionStorage.getItem('sibyl.key')`)]).toEqual([401, null])
    await page.context().close()
  })

  test('behavior: by keyboard alone, from the first look to an own order and its cancellation', async () => {
    const { page, complaints } = await venue().open('/')
    await page.getByRole('heading', { name: 'Markets' }).waitFor()
    const { keyboard } = page
    const reach = (name: RegExp) => reachByKeyboard(page, name)
    await reach(/^Play wallet$/)
    await keyboard.press('Enter')
    await page.getByRole('button', { name: 'Get coins' }).waitFor()
    await reach(/^Get coins$/)
    await keyboard.press('Enter')
    await page.getByText('100,000.00 DUSD').waitFor()
    await reach(new RegExp(`^${question.replace('?', '\\?')}$`))
    await keyboard.press('Enter')
    await page.getByRole('table', { name: 'Order book of yes' }).waitFor()
    await reach(/^Amount/)
    await keyboard.type('3')
    await reach(/^Limit and timing$/)
    await keyboard.press('Enter')
    await reach(/^Limit in cents/)
    await keyboard.type('30.7')
    await keyboard.press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Sign' }).waitFor()
    await reach(/^Sign$/)
    await keyboard.press('Enter')
    const own = page.getByRole('row', { name: /^30\.7 yours/ })
    await own.waitFor()
    for (const name of [/^Close$/, /^Cancel$/, /^Sign$/, /^Close$/]) {
      await page.getByRole('button', { name }).first().waitFor()
      await reach(name)
      await keyboard.press('Enter')
    }
    await own.waitFor({ state: 'detached' })
    expect(complaints).toEqual([])
    await page.context().close()
  })
}

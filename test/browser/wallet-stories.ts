import type { Page, WebSocketRoute } from 'playwright-core'
import { expect, test } from 'vitest'
import { addExtension } from '../support/extension.ts'
import { reachByKeyboard } from '../support/keyboard.ts'
import {
  type BrowserVenue,
  openFundedWallet,
  openMarket,
  placeOrder,
  question,
  sign,
} from '../support/venue-with-browser.ts'

const keyOf = async (page: Page): Promise<{ id: string; key: string; address: string }> =>
  JSON.parse(await page.evaluate<string>("sessionStorage.getItem('sibyl.key')"))

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
    const { key } = await keyOf(page)
    const revoked = page.waitForResponse((answer) => answer.request().method() === 'DELETE')
    await page.getByRole('button', { name: 'Disconnect' }).click()
    await revoked
    const answer = await fetch(`${venue().url}/v1/auth/keys`, { headers: { authorization: `Bearer ${key}` } })
    expect([answer.status, await page.evaluate(`sessionStorage.getItem('sibyl.key')`)]).toEqual([401, null])
    await page.context().close()
  })

  test('behavior: two tabs have a key each, and who leaves in one has not left in the other', async () => {
    const { page: first } = await venue().open('/')
    const second = await first.context().newPage()
    await second.goto(venue().url)
    for (const page of [first, second]) {
      await page.getByRole('button', { name: 'Play wallet' }).click()
      await page.getByRole('button', { name: 'Disconnect' }).waitFor()
    }
    const [one, other] = [await keyOf(first), await keyOf(second)]
    expect([one.address === other.address, one.id === other.id]).toEqual([true, false])
    await first.getByRole('button', { name: 'Disconnect' }).click()
    await first.getByRole('button', { name: 'Play wallet' }).waitFor()
    await second.reload()
    await second.getByRole('button', { name: 'Disconnect' }).waitFor()
    expect(await keyOf(second)).toEqual(other)
    await first.context().close()
  })

  test('error: a visit whose key was revoked elsewhere reads on without it, and connects anew', async () => {
    const { page } = await venue().open('/')
    await page.getByRole('button', { name: 'Play wallet' }).click()
    await page.getByRole('button', { name: 'Disconnect' }).waitFor()
    const revoke = async () => {
      const { id, key } = await keyOf(page)
      const headers = { authorization: `Bearer ${key}` }
      const { status } = await fetch(`${venue().url}/v1/auth/keys/${id}`, { method: 'DELETE', headers })
      expect(status).toBe(204)
    }
    const gone = page.locator('.wallet').getByText('This visit’s key is no longer valid. Connect again.')
    await revoke()
    await openMarket(page)
    await gone.waitFor()
    await page.getByRole('button', { name: 'Play wallet' }).click()
    await page.getByRole('button', { name: 'Disconnect' }).waitFor()
    // Nor does a reload begin with it.
    await revoke()
    await page.reload()
    await gone.waitFor()
    await page.getByRole('button', { name: 'Play wallet' }).click()
    await page.getByRole('button', { name: 'Disconnect' }).waitFor()
    await page.context().close()
  })

  test('behavior: who disconnects while an order is on its way is not told that it failed', async () => {
    const { page } = await venue().open('/')
    await openFundedWallet(page)
    await openMarket(page)
    let goOn = (): void => undefined
    const held = new Promise<void>((resolve) => {
      goOn = resolve
    })
    let asked = 0
    await page.route('**/v1/transactions/*', async (route) => {
      asked += 1
      await held
      await route.continue()
    })
    await page.getByText('Limit and timing').click()
    await page.getByLabel(/Limit in cents/).fill('21.4')
    await page.getByRole('textbox', { name: 'Amount' }).fill('3')
    await page.getByRole('button', { name: 'Buy yes' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Sign' }).click()
    while (asked === 0) await page.waitForTimeout(50)
    await page.getByRole('button', { name: 'Go on in the background' }).click()
    const { id } = await keyOf(page)
    const revoked = page.waitForResponse(`**/v1/auth/keys/${id}`)
    await page.getByRole('button', { name: 'Disconnect' }).click()
    await revoked
    const seen: number[] = []
    page.on('response', (answer) => {
      if (answer.url().includes('/v1/transactions/')) seen.push(answer.status())
    })
    goOn()
    // With the dead key once, then without: until a block has it, and once more when it is indexed.
    while (seen.filter((status) => status === 200).length < 2) await page.waitForTimeout(50)
    expect(seen[0]).toBe(401)
    expect(await page.getByRole('dialog').count()).toBe(0)
    await page.getByRole('row', { name: /^21\.4/ }).waitFor()
    await page.context().close()
  })

  test('behavior: coins are to be had again after an order, and after a reorganisation', async () => {
    const { page } = await venue().open('/venue')
    let told: WebSocketRoute | undefined
    await page.routeWebSocket(/\/v1\/ws$/, (socket) => {
      told = socket
      socket.connectToServer()
    })
    await page.goto(venue().url)
    const coins = page.getByRole('button', { name: 'Get coins' })
    await openFundedWallet(page)
    await page.getByText('Coins sent').waitFor()
    expect(await coins.count()).toBe(0)
    await openMarket(page)
    await placeOrder(page, { outcome: 'yes', amount: '2', limit: '21.3' })
    await coins.click()
    await page.getByText('Coins sent').waitFor()
    told?.send(
      JSON.stringify({ type: 'reorg', channel: '*', epoch: '00000000', seq: 1, data: { toHeight: 7 } }),
    )
    await coins.waitFor()
    // Who has read of it has no more coins for that.
    await page.getByRole('button', { name: 'Got it' }).click()
    await page.getByText(/^The chain reorganised/).waitFor({ state: 'detached' })
    expect(await coins.count()).toBe(1)
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

import { expect, test } from 'vitest'
import { duration } from '../../console/lib/format.ts'
import { addExtension } from '../support/extension.ts'
import {
  type BrowserVenue,
  expectNoRefusal,
  openFundedWallet,
  openMarket,
  question,
  wordsToSign,
} from '../support/venue-with-browser.ts'
import { minute, venueNow } from './hostile-proposals.ts'

/** An extension's object with one member that is not as it should be. */
const extensionWith = (member: string): string => `
  globalThis.alephiumProviders = { alephium: {
    enable: async () => ({}),
    getSelectedAccount: async () => ({ address: '1DrDyTr9RpRsQnDnXo2YRiPzPW4ooHX5LLoqXrqfMrpQH' }),
    ${member},
  } }`

/** What does not do what it should: wallets, services, people in a hurry. */
export function stubbornStories(venue: () => BrowserVenue): void {
  test('error: an extension that never answers is not waited for, and what it says late is not heard', async () => {
    const { page, complaints } = await venue().open('/nowhere')
    await page.addInitScript(
      extensionWith('enable: () => new Promise((resolve) => { globalThis.answerLate = resolve })'),
    )
    await page.goto(venue().url)
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    await page.getByRole('button', { name: 'Stop waiting' }).click()
    await page.getByRole('button', { name: 'Play wallet' }).click()
    await page.getByRole('button', { name: 'Disconnect' }).waitFor()
    await page.evaluate('answerLate({})')
    expect(await page.getByText('play wallet', { exact: true }).count()).toBe(1)
    expect(complaints.filter((line) => !line.includes('/v1/auth/'))).toEqual([])
    await page.context().close()
  })

  test('error: a wallet that signs after nobody waits any more has its key revoked', async () => {
    const { page, complaints } = await venue().open('/nowhere')
    let signAtLast = (): void => undefined
    const signsAfter = new Promise<void>((resolve) => {
      signAtLast = resolve
    })
    const calls = await addExtension(page, signsAfter)
    await page.goto(venue().url)
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    while (!calls.includes('signMessage')) await page.waitForTimeout(50)
    await page.getByRole('button', { name: 'Stop waiting' }).click()
    const answerTo = (method: string, path: RegExp) =>
      page.waitForResponse((answer) => answer.request().method() === method && path.test(answer.url()))
    const minted = answerTo('POST', /\/v1\/auth\/keys$/)
    const revoked = answerTo('DELETE', /\/v1\/auth\/keys\//)
    signAtLast()
    const { id, key } = (await (await minted).json()) as { id: string; key: string }
    expect((await revoked).url()).toBe(`${venue().url}/v1/auth/keys/${id}`)
    const { status } = await fetch(`${venue().url}/v1/auth/keys`, {
      headers: { authorization: `Bearer ${key}` },
    })
    expect(status).toBe(401)
    expect(await page.getByRole('button', { name: 'Connect wallet' }).isEnabled()).toBe(true)
    expect(await page.evaluate("sessionStorage.getItem('sibyl.key')")).toBeNull()
    expect(complaints).toEqual([])
    await page.context().close()
  })

  test.each(['0'.repeat(64), 'lost'])(
    'error: a play wallet whose key is %s gets a new one',
    async (damaged) => {
      const { page, complaints } = await venue().open('/nowhere')
      await page.evaluate(`localStorage.setItem('sibyl.play-wallet', '${damaged}')`)
      await page.goto(venue().url)
      await page.getByRole('button', { name: 'Play wallet' }).click()
      await page.getByRole('button', { name: 'Disconnect' }).waitFor()
      const kept = await page.evaluate<string>("localStorage.getItem('sibyl.play-wallet')")
      expect(kept).toMatch(/^[0-9a-f]{64}$/)
      expect(kept).not.toBe(damaged)
      expect(complaints).toEqual([])
      await page.context().close()
    },
  )

  test.each([
    ['ten days behind', -10],
    ['ten days ahead', 10],
  ])('behavior: a browser whose clock is %s counts by the venue’s', async (_, days) => {
    const { page } = await venue().open('/nowhere')
    await page.addInitScript(`{ const now = Date.now; Date.now = () => now() + ${days * 24 * 60 * minute} }`)
    const before = await venueNow(venue().url)
    await page.goto(venue().url)
    await openMarket(page)
    const endsAt = Date.parse((await page.locator('.meta time').getAttribute('datetime')) ?? '')
    const told = await page.locator('.meta span').first().textContent()
    const after = await venueNow(venue().url)
    // An hour may end between the two.
    expect([before, after].map((now) => `Trading ends in ${duration(endsAt - now)}`)).toContain(told)
    await page.context().close()
  })

  test.each(['/m/%00', '/m/nowhere'])(
    'error: at %s nothing is, and the page is live all the same',
    async (path) => {
      const { page, complaints } = await venue().open(path)
      await page.getByRole('heading', { name: 'Nothing is here' }).waitFor()
      const live = page.getByRole('status').getByText(/^live, block/)
      await live.waitFor()
      const before = await live.textContent()
      await venue().control('mine', {})
      await live.filter({ hasNotText: before ?? '' }).waitFor()
      expect(complaints).toEqual([])
      await page.context().close()
    },
  )

  test.each([
    ['throws nothing', 'enable: async () => { throw undefined }', 'It failed without saying why.'],
    ['throws a book', "enable: async () => { throw new Error('x'.repeat(5000)) }", `${'x'.repeat(300)}…`],
    [
      'has no account',
      'getSelectedAccount: async () => undefined',
      'the wallet does not say which account it uses',
    ],
    [
      'is elsewhere',
      "connectedNetworkId: 'mainnet'",
      'the wallet is on another network; switch it to devnet',
    ],
  ])('error: an extension that %s is told in words that fit the page', async (_, member, words) => {
    const { page } = await venue().open('/nowhere')
    await page.addInitScript(extensionWith(member))
    await page.goto(venue().url)
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    const alert = page.locator('.wallet').getByRole('alert')
    await alert.waitFor()
    expect(await alert.textContent()).toBe(words)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(1440)
    await page.context().close()
  })

  test('behavior: an order in the background does not take the next one’s question away', async () => {
    const { page } = await venue().open('/')
    await openFundedWallet(page)
    await openMarket(page)
    const sheet = page.getByRole('dialog')
    let goOn = (): void => undefined
    const held = new Promise<void>((resolve) => {
      goOn = resolve
    })
    let tellSubmitted = (): void => undefined
    const submitted = new Promise<void>((resolve) => {
      tellSubmitted = resolve
    })
    await page.route('**/v1/transactions/*', async (route) => {
      tellSubmitted()
      await held
      await route.continue()
    })
    await page.getByText('Limit and timing').click()
    const ask = async (limit: string): Promise<void> => {
      await page.getByRole('textbox', { name: 'Amount' }).fill('3')
      await page.getByLabel(/Limit in cents/).fill(limit)
      // As somebody does who presses a key for too long: one question is asked.
      await page.evaluate("for (let i = 0; i < 3; i++) document.querySelector('form.ticket').requestSubmit()")
      await expectNoRefusal(page, 'Sign')
    }
    const builds: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().includes('/v1/')) builds.push(request.url())
    })
    await ask('20.1')
    expect(builds.length).toBe(1)
    await sheet.getByRole('button', { name: 'Sign' }).click()
    await submitted
    await sheet.getByRole('button', { name: 'Go on in the background' }).click()
    await sheet.waitFor({ state: 'detached' })
    await ask('20.2')
    goOn()
    const ladder = page.getByRole('table', { name: 'Order book of yes' })
    await ladder.getByRole('row', { name: /^20\.1 yours/ }).waitFor()
    expect(await sheet.getByRole('listitem').first().textContent()).toBe(
      `Buy 14.48 yes of “${question}” for at most 20.2 cents a share.`,
    )
    await sheet.getByRole('button', { name: 'Not now' }).click()
    // The first is through: what was typed since stays.
    expect(await page.getByRole('textbox', { name: 'Amount' }).inputValue()).toBe('3')
    await page.context().close()
  })

  test('behavior: a page that came before the service was ready goes on by itself', async () => {
    const { page } = await venue().open('/nowhere')
    let isReady = false
    await page.route('**/v1/status', (route) => (isReady ? route.continue() : route.abort()))
    await page.goto(venue().url)
    await page.getByRole('alert').getByText('The venue does not answer.').waitFor()
    isReady = true
    await page.getByRole('heading', { name: 'Markets' }).waitFor()
    await page.context().close()
  })

  test('behavior: on a phone the longest words of strangers break', async () => {
    const { page } = await venue().open('/nowhere', { viewport: { width: 360, height: 740 } })
    const long = { question: 'Q'.repeat(300), masterQuestion: 'M'.repeat(300), category: 'C'.repeat(100) }
    let path = ''
    await page.route(/\/v1\/markets(\/[^/?]+)?(\?.*)?$/, async (route) => {
      const response = await route.fetch()
      const answer = (await response.json()) as {
        marketAddress?: string
        markets?: { marketAddress: string }[]
      }
      path = `/m/${answer.markets?.[0]?.marketAddress ?? answer.marketAddress}`
      const markets = answer.markets?.map((market) => ({ ...market, ...long }))
      await route.fulfill({
        response,
        json: markets === undefined ? { ...answer, ...long } : { ...answer, markets },
      })
    })
    const widths: unknown[] = []
    for (const [at, shown] of [
      [() => '/', '.card'],
      [() => '/parlays', '.picks'],
      [() => path, 'h1'],
    ] as const) {
      await page.goto(venue().url + at())
      await page.locator(shown).first().waitFor()
      widths.push(await page.evaluate('document.documentElement.scrollWidth'))
    }
    expect(widths).toEqual([360, 360, 360])
    // In what is signed, too: behind the question comes the price.
    await page.setViewportSize({ width: 390, height: 740 })
    await openFundedWallet(page)
    await page.getByRole('textbox', { name: 'Amount' }).fill('3')
    await page.getByRole('button', { name: 'Buy yes' }).click()
    expect((await wordsToSign(page))[0]).toContain(`“${long.masterQuestion} ${long.question}”`)
    expect(
      await page.evaluate(
        "((sheet) => sheet.scrollWidth - sheet.clientWidth)(document.querySelector('.sheet'))",
      ),
    ).toBe(0)
    await page.context().close()
  })

  test('error: as much of a refusal is shown as can be read', async () => {
    const { page } = await venue().open('/nowhere')
    const body = { statusCode: 409, code: 'STATE_CONFLICT', message: 'x'.repeat(100_000), details: {} }
    await page.route(/\/v1\/markets\?/, (route) => route.fulfill({ status: 409, json: body }))
    await page.goto(venue().url)
    const alert = page.getByRole('main').getByRole('alert')
    await alert.waitFor()
    expect(await alert.getByRole('paragraph').allTextContents()).toEqual([
      'The markets could not be read.',
      `${'x'.repeat(300)}…`,
    ])
    await page.context().close()
  })

  test('error: an order whose coins are gone says what to do, and its amount stays', async () => {
    const { page } = await venue().open('/')
    await openFundedWallet(page)
    await openMarket(page)
    const detail = 'Failed in validating tx due to NonExistInput: 00'
    await page.route(`${venue().nodeUrl}/transactions/submit`, (route) =>
      route.fulfill({ status: 500, headers: { 'access-control-allow-origin': '*' }, json: { detail } }),
    )
    await page.getByRole('textbox', { name: 'Amount' }).fill('3')
    await page.getByRole('button', { name: 'Buy yes' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Sign' }).click()
    await page
      .getByRole('dialog')
      .getByText('The coins it would spend are gone, so nothing happened. Ask for it again.')
      .waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    expect(await page.getByRole('textbox', { name: 'Amount' }).inputValue()).toBe('3')
    await page.context().close()
  })

  test('behavior: on a phone every place is in sight, a guide’s examples wrap, outcomes do not', async () => {
    const { page } = await venue().open('/guide', { viewport: { width: 360, height: 740 } })
    await page.locator('.words pre').first().waitFor()
    expect(
      await page.evaluate(
        "[...document.querySelectorAll('.bar nav, .words pre, html')].filter((e) => e.scrollWidth > e.clientWidth).length",
      ),
    ).toBe(0)
    await page.goto(`${venue().url}/parlays`)
    await page.locator('.picks .badge').first().waitFor()
    // Yes and no are one line, however long the question beside them.
    expect(
      await page.evaluate(
        "[...document.querySelectorAll('.picks .badge')].filter((e) => e.clientHeight > 30).length",
      ),
    ).toBe(0)
    await page.context().close()
  })

  test.each([
    ['5000 digits', '1'.repeat(5_000), '', 'Digits, with a point before the decimals: 12.50'],
    ['nothing', '0', '', 'More than nothing.'],
    ['a limit of 100', '3', '100', 'The limit is 0.1 to 99.9 cents, with one decimal: 37.5'],
  ])('error: the ticket says what is wrong with %s', async (_, amount, limit, words) => {
    const { page } = await venue().open('/')
    await openMarket(page)
    await page.getByText('Limit and timing').click()
    await page.getByLabel(/Limit in cents/).fill(limit)
    await page.getByRole('textbox', { name: 'Amount' }).fill(amount)
    await page.locator('.ticket .hint').getByText(words).waitFor()
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(1440)
    await page.context().close()
  })
}

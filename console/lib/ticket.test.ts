import { describe, expect, test } from 'vitest'
import { bothSides } from './book.ts'
import { farFromBook, planTicket as planWithFee, type TicketPlan, type TicketWish } from './ticket.ts'

const one = 10n ** 18n
const level = (price: number, shares: bigint) => ({ price, quantity: String(shares * one), orderCount: 1 })
const book = bothSides({ bids: [level(400, 10n)], asks: [level(500, 10n), level(600, 10n)] })
const wish: TicketWish = {
  side: 'buy',
  outcome: 'yes',
  amount: 15n * one,
  unit: 'shares',
  price: null,
  timeInForce: 'gtc',
}

const planTicket = (of: Parameters<typeof planWithFee>[0], what: TicketWish): TicketPlan | null =>
  planWithFee(of, what, 250n)

describe('what an order will do', () => {
  test('default: without a limit it takes what the book shows, at the last price it needs', () => {
    const plan = planTicket(book, wish)
    expect(plan).toMatchObject({
      quantity: 15n * one,
      price: 600,
      best: 500,
      rests: 0n,
      payoutIfRight: 15n * one,
    })
    expect(plan?.quote).toMatchObject({ filled: 15n * one, notional: 8n * one })
  })
  test('behavior: with a limit, what does not fill waits', () => {
    expect(planTicket(book, { ...wish, price: 500 })).toMatchObject({ rests: 5n * one, price: 500 })
    expect(planTicket(book, { ...wish, price: 500, timeInForce: 'ioc' })?.rests).toBe(0n)
  })
  test('behavior: money buys what its worst case covers, fee included', () => {
    const plan = planTicket(book, { ...wish, unit: 'money', amount: 4n * one })
    expect(plan?.price).toBe(500)
    expect(plan !== null && plan.costMax <= 4n * one).toBe(true)
    const dearer = planWithFee(book, { ...wish, price: 500 }, 1_000n)
    expect(dearer?.costMax).toBe((825n * one) / 100n)
  })
  test('behavior: who sells risks shares, no money', () => {
    const plan = planTicket(book, { ...wish, side: 'sell', amount: 5n * one })
    expect(plan).toMatchObject({ price: 400, costMax: 0n })
    expect(plan?.quote.filled).toBe(5n * one)
  })
  test('error: an empty side without a limit, or nothing wished, is no plan', () => {
    expect(planTicket(bothSides({ bids: [], asks: [] }), wish)).toBeNull()
    expect(planTicket(book, { ...wish, amount: 0n })).toBeNull()
  })
  test.each([
    ['buy', 'yes', 600, null],
    ['buy', 'yes', 601, 500],
    ['sell', 'yes', 300, null],
    ['sell', 'yes', 299, 400],
    ['buy', 'no', 601, null],
    ['buy', 'no', 701, 600],
    ['buy', 'yes', null, null],
  ] as const)('behavior: %s %s at %s is warned about against %s', (side, outcome, price, best) => {
    expect(farFromBook(book, { ...wish, side, outcome, price })).toBe(best)
  })
  test('behavior: against an empty side nothing is far', () =>
    expect(farFromBook(bothSides({ bids: [], asks: [] }), { ...wish, price: 999 })).toBeNull())
})

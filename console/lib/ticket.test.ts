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
  test.each([
    // 10 at 50 cents and 5 at 60 cost 8, the fee of 2.5 % is 0.2: 15 − 8.2.
    ['without a limit', {}, 15n * one, (68n * one) / 10n],
    // 10 fill for 5 and a fee of 0.125, 5 wait for 2.5 without one: 15 − 7.625.
    ['what rests counts as filled', { price: 500 }, 15n * one, (7_375n * one) / 1_000n],
    [
      'what is dropped counts as nothing',
      { price: 500, timeInForce: 'ioc' },
      10n * one,
      (4_875n * one) / 1_000n,
    ],
    ['all of it rests', { price: 300 }, 15n * one, (105n * one) / 10n],
    ['more than the book has', { amount: 50n * one }, 20n * one, (8_725n * one) / 1_000n],
  ] as const)(
    'behavior: if right, %s: payout and profit are of the same shares',
    (_, part, payout, profit) => {
      expect(planTicket(book, { ...wish, ...part })).toMatchObject({
        payoutIfRight: payout,
        profitIfRight: profit,
      })
    },
  )
  test('behavior: money buys what its worst case covers, fee included', () => {
    const plan = planTicket(book, { ...wish, unit: 'money', amount: 4n * one })
    expect(plan?.price).toBe(500)
    expect(plan !== null && plan.costMax <= 4n * one).toBe(true)
    const dearer = planWithFee(book, { ...wish, price: 500 }, 1_000n)
    expect(dearer?.costMax).toBe((825n * one) / 100n)
  })
  test('behavior: money goes through the levels it pays for, and no further', () => {
    const spend = (amount: bigint) => planTicket(book, { ...wish, unit: 'money', amount })?.price
    expect([spend(5n * one), spend(5n * one + 1n), spend(50n * one)]).toEqual([500, 600, 600])
  })
  test('behavior: all now or nothing leaves nothing in the book; what meets nobody has no best price', () => {
    expect(planTicket(book, { ...wish, price: 500, timeInForce: 'fok' })?.rests).toBe(0n)
    expect(planTicket(book, { ...wish, price: 300 })).toMatchObject({ best: null, rests: 15n * one })
  })
  test('behavior: the most that can be lost is rounded against who buys, at each step', () => {
    // 101 × 0.501 = 50.601 locks 51; 2.5 % of that are 1.275, and the fee is 2.
    expect(planTicket(book, { ...wish, amount: 101n, price: 501 })?.costMax).toBe(51n + 2n)
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

import { describe, expect, it } from 'vitest'
import { createClosingPrice, voidPayout } from './closing-price.ts'
import { createOrderBook } from './order-book.ts'

/** A window of a thousand milliseconds, from 1,000 to 2,000, over a book that is given. */
function closingOf(...resting: { readonly bid?: number; readonly ask?: number; readonly until?: number }[]) {
  const book = createOrderBook()
  const price = createClosingPrice({ endsAtMs: 2000, closingMs: 1000, book })
  for (const [orderId, { bid, ask, until }] of resting.entries())
    book.add({
      orderId,
      trader: 'trader',
      side: bid === undefined ? 'sell' : 'buy',
      outcome: 'yes',
      price: bid ?? ask ?? 0,
      remaining: 1n,
      expiresAtMs: until ?? null,
    })
  return { ...price, book }
}

/** Traded at a price before the window, then untouched. */
function untouched(traded: number, ...resting: Parameters<typeof closingOf>): number {
  const price = closingOf(...resting)
  price.traded(traded)
  price.stands(10)
  return price.closing()
}

describe('the closing price', () => {
  it('default: the last fill of before the window stands through it', () => {
    expect(untouched(300)).toBe(300)
  })

  it('behavior: without a trade one half, whatever stands in the book', () => {
    const price = closingOf({ bid: 900 })
    price.stands(1000)
    expect(price.closing()).toBe(500)
  })

  it('behavior: each price counts for as long as it stood, a half rounds up', () => {
    const price = closingOf()
    price.traded(200)
    price.stands(1000)
    price.traded(800)
    price.stands(1750)
    expect(price.closing()).toBe(350)
    const halves = closingOf()
    halves.traded(200)
    halves.stands(1000)
    halves.traded(201)
    halves.stands(1500)
    expect(halves.closing()).toBe(201)
    const nearly = closingOf()
    nearly.traded(200)
    nearly.stands(1000)
    nearly.traded(201)
    nearly.stands(1501)
    expect(nearly.closing()).toBe(200)
  })

  it('behavior: the time before the first fill and after the end does not count', () => {
    const price = closingOf()
    price.traded(200)
    price.stands(1900)
    price.traded(800)
    price.stands(2000)
    expect(price.closing()).toBe(200)
  })

  it('behavior: the best bid above it and the best ask below it hold it', () => {
    expect(untouched(300, { bid: 400 }, { bid: 350 }, { ask: 450 })).toBe(400)
    expect(untouched(300, { bid: 100 }, { ask: 200 }, { ask: 250 })).toBe(200)
    expect(untouched(300, { bid: 300 }, { ask: 301 })).toBe(300)
  })

  it('behavior: an order holds until it ends, then the next that lives, then the last fill', () => {
    // 500 ms at 700, nothing for what ended meanwhile, 250 ms at 500, 250 ms at 300.
    expect(
      untouched(300, { bid: 700, until: 1500 }, { bid: 600, until: 1400 }, { bid: 500, until: 1750 }),
    ).toBe(550)
    expect(untouched(900, { ask: 100, until: 1500 }, { ask: 200, until: 1750 })).toBe(325)
    expect(untouched(300, { bid: 700, until: 1000 }, { bid: 400, until: 2001 })).toBe(400)
  })

  it('behavior: five of a side are asked whether they live, the sixth is believed to', () => {
    const dead = (count: number) => Array.from({ length: count }, () => ({ bid: 700, until: 1000 }))
    expect(untouched(300, ...dead(5), { bid: 600 })).toBe(600)
    expect(untouched(300, ...dead(5), { bid: 600, until: 1000 }, { bid: 500 })).toBe(600)
    expect(untouched(300, ...dead(6), { bid: 600 })).toBe(700)
    expect(untouched(300, ...dead(5), { bid: 300, until: 1000 })).toBe(300)
    expect(untouched(300, ...dead(5))).toBe(300)
    // 250 ms at 200, 750 at 250.
    const asks = [...Array.from({ length: 5 }, () => ({ ask: 200, until: 1250 })), { ask: 250, until: 1000 }]
    expect(untouched(300, ...asks)).toBe(238)
  })

  it('behavior: what the book became counts from then on', () => {
    const price = closingOf({ bid: 700 })
    price.traded(300)
    price.stands(500)
    price.book.remove(0)
    price.stands(1250)
    expect(price.closing()).toBe(400)
  })

  it('behavior: every lot is rounded down', () => {
    expect(voidPayout(333, { yes: 10n, no: 10n })).toBe(9n)
  })
})

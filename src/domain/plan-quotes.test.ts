import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { planQuotes } from './plan-quotes.ts'
import { sideTotals } from './side-totals.ts'

const terms = { width: 40, size: 100n, skew: 20, positionMax: 1_000n }
const plan = (stance: Partial<Parameters<typeof planQuotes>[1]>, over: Partial<typeof terms> = {}) =>
  planQuotes({ ...terms, ...over }, { fair: 500, yes: 0n, no: 0n, ...stance }).map(
    ({ side, outcome, price, quantity }) => `${side} ${outcome} ${price} ${quantity}`,
  )

describe('the quotes of a maker', () => {
  test('default: a bid and an ask of one size around the fair price, both as buys', () => {
    expect(plan({})).toEqual(['buy yes 480 100', 'buy no 480 100'])
    expect(plan({ fair: 300 })).toEqual(['buy yes 280 100', 'buy no 680 100'])
  })
  test('behavior: an odd width leaves the larger half above', () => {
    expect(plan({}, { width: 5 })).toEqual(['buy yes 498 100', 'buy no 497 100'])
  })
  test('behavior: shares held are sold before the other outcome is bought', () => {
    expect(plan({ yes: 30n })).toEqual(['buy yes 480 100', 'sell yes 520 30', 'buy no 480 70'])
    expect(plan({ yes: 130n }, { skew: 0 })).toEqual(['buy yes 480 100', 'sell yes 520 100'])
    expect(plan({ no: 30n })).toEqual(['sell no 520 30', 'buy yes 480 70', 'buy no 480 100'])
  })
  test('behavior: prices lean against the position, all of the skew at its limit', () => {
    expect(plan({ yes: 500n })).toEqual(['buy yes 470 100', 'sell yes 510 100'])
    expect(plan({ no: 500n })).toEqual(['sell no 510 100', 'buy no 470 100'])
    expect(plan({ yes: 1_000n })).toEqual(['sell yes 500 100'])
    expect(plan({ yes: 700n, no: 200n })).toEqual(['sell no 530 100', 'sell yes 510 100'])
  })
  test('behavior: a size is kept back from the limit, and what is left below it is quoted', () => {
    expect(plan({ yes: 850n })).toEqual(['buy yes 463 50', 'sell yes 503 100'])
    expect(plan({ yes: 900n })).toEqual(['sell yes 502 100'])
    expect(plan({ no: 900n })).toEqual(['sell no 502 100'])
  })
  test('behavior: parts below a hundredth of the size are left out', () => {
    const large = { size: 10_000n, positionMax: 100_000n }
    expect(plan({ yes: 99n }, large)).toEqual(['buy yes 480 10000', 'buy no 480 9901'])
    expect(plan({ yes: 100n }, large)).toEqual(['buy yes 480 10000', 'sell yes 520 100', 'buy no 480 9900'])
    expect(plan({}, { size: 99n, positionMax: 990n })).toEqual(['buy yes 480 99', 'buy no 480 99'])
  })
  test('behavior: a price that no order can have is not quoted', () => {
    expect(plan({ fair: 20 })).toEqual(['buy no 960 100'])
    expect(plan({ fair: 21 })).toEqual(['buy yes 1 100', 'buy no 959 100'])
    expect(plan({ fair: 979 })).toEqual(['buy yes 959 100', 'buy no 1 100'])
    expect(plan({ fair: 980 })).toEqual(['buy yes 960 100'])
    expect(plan({ fair: 1, yes: 1_000n })).toEqual(['sell yes 1 100'])
  })
  test('behavior: quotes stay clear of what others bid and ask', () => {
    expect(plan({ bestBid: 519, bestAsk: 600 })).toEqual(['buy yes 480 100', 'buy no 480 100'])
    expect(plan({ bestBid: 520, bestAsk: 600 })).toEqual(['buy yes 480 100', 'buy no 479 100'])
    expect(plan({ bestBid: 400, bestAsk: 481 })).toEqual(['buy yes 480 100', 'buy no 480 100'])
    expect(plan({ bestBid: 400, bestAsk: 480 })).toEqual(['buy yes 479 100', 'buy no 480 100'])
    expect(plan({ bestAsk: 1 })).toEqual(['buy no 480 100'])
  })
  test('property: whatever is filled of the quotes and of those they replace, the limit holds', () => {
    const amounts = fc.record({
      size: fc.bigInt(1n, 10n ** 20n),
      sizes: fc.bigInt(2n, 50n),
      width: fc.integer({ min: 2, max: 998 }),
      skew: fc.integer({ min: 0, max: 499 }),
      fair: fc.integer({ min: 1, max: 999 }),
      yes: fc.bigInt(0n, 10n ** 21n),
      no: fc.bigInt(0n, 10n ** 21n),
    })
    fc.assert(
      fc.property(amounts, ({ size, sizes, width, skew, fair, yes, no }) => {
        const positionMax = size * sizes
        const orders = planQuotes({ width, size, skew, positionMax }, { fair, yes, no })
        const sum = (side: 'bid' | 'ask') =>
          [...sideTotals(orders)[side].values()].reduce((a, b) => a + b, 0n)
        const net = yes - no
        for (const [rests, position] of [
          [sum('bid'), net],
          [sum('ask'), -net],
        ] as const) {
          expect(rests <= size).toBe(true)
          expect(rests === 0n || position + rests + size <= positionMax).toBe(true)
        }
        const sold = (outcome: 'yes' | 'no') =>
          orders.filter((order) => order.side === 'sell' && order.outcome === outcome)
        expect(sold('yes').every(({ quantity }) => quantity <= yes)).toBe(true)
        expect(sold('no').every(({ quantity }) => quantity <= no)).toBe(true)
      }),
    )
  })
})

import { describe, expect, test } from 'vitest'
import { ONE } from '../domain/index.ts'
import { quoteOrder } from './quote-order.ts'

const level = (price: number, shares: bigint) => ({ price, quantity: String(shares * ONE), orderCount: 1 })
const book = {
  yes: { bids: [level(590, 4n), level(500, 10n)], asks: [level(610, 2n), level(620, 3n)] },
  no: { bids: [level(390, 2n), level(380, 3n)], asks: [level(410, 4n), level(500, 10n)] },
}

describe('quoteOrder', () => {
  test('default: best price first, the fee on top', () => {
    expect(quoteOrder(book, { side: 'buy', outcome: 'yes', quantity: 4n * ONE })).toEqual({
      filled: 4n * ONE,
      notional: 2_460_000_000_000_000_000n,
      fee: 61_500_000_000_000_000n,
      averagePrice: 615,
      worstPrice: 620,
    })
  })
  test('behavior: no more than the book has, and not past the price', () => {
    const all = quoteOrder(book, { side: 'sell', outcome: 'yes', quantity: 100n * ONE })
    expect([all.filled, all.worstPrice]).toEqual([14n * ONE, 500])
    const some = quoteOrder(book, { side: 'sell', outcome: 'yes', quantity: 100n * ONE, price: 550 })
    expect([some.filled, some.worstPrice, some.averagePrice]).toEqual([4n * ONE, 590, 590])
    const no = quoteOrder(book, { side: 'buy', outcome: 'no', quantity: ONE, price: 410 })
    expect([no.filled, no.notional]).toEqual([ONE, 410_000_000_000_000_000n])
  })
  test('behavior: rounds to the trader’s disadvantage', () => {
    expect(quoteOrder(book, { side: 'buy', outcome: 'yes', quantity: 1n }).notional).toBe(1n)
    expect(quoteOrder(book, { side: 'sell', outcome: 'yes', quantity: 1n }).notional).toBe(0n)
  })
  test('behavior: nothing to meet', () => {
    const empty = { yes: { bids: [], asks: [] }, no: { bids: [], asks: [] } }
    expect(quoteOrder(empty, { side: 'buy', outcome: 'yes', quantity: ONE })).toEqual({
      filled: 0n,
      notional: 0n,
      fee: 0n,
      averagePrice: null,
      worstPrice: null,
    })
  })
})

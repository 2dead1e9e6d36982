import { describe, expect, test } from 'vitest'
import { areAlike, sideTotals } from './side-totals.ts'

describe('orders to the eye of a taker', () => {
  const quote = (price: number, quantity: bigint) =>
    sideTotals([
      { side: 'sell', outcome: 'no', price: 1_000 - price, quantity: quantity / 2n },
      { side: 'buy', outcome: 'yes', price, quantity: quantity - quantity / 2n },
    ])
  test('default: selling no is buying yes', () => {
    expect(quote(480, 101n)).toEqual({ bid: new Map([[480, 101n]]), ask: new Map() })
  })
  test('behavior: alike at the same prices within the tolerance, and not beyond', () => {
    expect(areAlike(quote(480, 100n), quote(480, 90n), 10n)).toBe(true)
    expect(areAlike(quote(480, 90n), quote(480, 100n), 10n)).toBe(true)
    expect(areAlike(quote(480, 100n), quote(480, 89n), 10n)).toBe(false)
    expect(areAlike(quote(480, 89n), quote(480, 100n), 10n)).toBe(false)
    expect(areAlike(quote(480, 100n), quote(481, 100n), 10n)).toBe(false)
    expect(areAlike(quote(480, 5n), sideTotals([]), 10n)).toBe(false)
    expect(areAlike(sideTotals([]), quote(480, 5n), 10n)).toBe(false)
  })
})

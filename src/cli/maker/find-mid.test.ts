import { describe, expect, test } from 'vitest'
import { sideTotals } from '../../domain/index.ts'
import { findMid, othersOf } from './find-mid.ts'

const level = ([price, quantity]: readonly [number, number]) => ({
  price,
  quantity: String(quantity),
  orderCount: 1,
})
const book = (
  bids: readonly (readonly [number, number])[],
  asks: readonly (readonly [number, number])[],
) => ({
  yes: { bids: bids.map(level), asks: asks.map(level) },
})
const nothing = sideTotals([])

describe('the middle of what others quote', () => {
  test('default: halfway between bid and ask, rounded down', () => {
    expect(findMid(othersOf(book([[400, 10]], [[500, 10]]), nothing), 10n)).toBe(450)
    expect(findMid(othersOf(book([[400, 10]], [[501, 10]]), nothing), 10n)).toBe(450)
  })
  test('behavior: a price counts where so many shares have come together', () => {
    const few = book(
      [
        [490, 9],
        [400, 1],
      ],
      [
        [495, 5],
        [500, 4],
        [600, 1],
      ],
    )
    expect(findMid(othersOf(few, nothing), 10n)).toBe(500)
    expect(findMid(othersOf(few, nothing), 9n)).toBe(495)
  })
  test('behavior: own orders do not count', () => {
    const own = sideTotals([
      { side: 'buy', outcome: 'yes', price: 490, quantity: 10n },
      { side: 'buy', outcome: 'no', price: 490, quantity: 10n },
    ])
    const all = book(
      [
        [490, 10],
        [400, 10],
      ],
      [
        [510, 10],
        [700, 10],
      ],
    )
    expect(othersOf(all, own)).toEqual({
      bids: [{ price: 400, quantity: 10n }],
      asks: [{ price: 700, quantity: 10n }],
    })
    expect(findMid(othersOf(all, own), 10n)).toBe(550)
  })
  test('behavior: null while a side has too little', () => {
    expect(findMid(othersOf(book([[400, 10]], []), nothing), 10n)).toBe(null)
    expect(findMid(othersOf(book([], [[400, 10]]), nothing), 10n)).toBe(null)
    expect(findMid(othersOf(book([[400, 10]], [[500, 9]]), nothing), 10n)).toBe(null)
  })
})

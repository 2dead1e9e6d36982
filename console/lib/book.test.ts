import { describe, expect, test } from 'vitest'
import { bothSides, middleOf } from './book.ts'
import { depthOf } from './depth.ts'

const bids = [
  { price: 380, quantity: '10', orderCount: 2 },
  { price: 300, quantity: '5', orderCount: 1 },
]
const asks = [{ price: 410, quantity: '7', orderCount: 1 }]

describe('a book in prices of yes', () => {
  test('default: no is its mirror', () => {
    const { yes, no } = bothSides({ bids, asks })
    expect(yes).toEqual({ bids, asks })
    expect(no).toEqual({
      bids: [{ price: 590, quantity: '7', orderCount: 1 }],
      asks: [
        { price: 620, quantity: '10', orderCount: 2 },
        { price: 700, quantity: '5', orderCount: 1 },
      ],
    })
  })
  test('behavior: depth grows from the best price on', () => {
    expect(depthOf(bids)).toEqual([
      { price: 380, total: 10n },
      { price: 300, total: 15n },
    ])
  })
  test.each([
    [380, 410, 395],
    [380, null, 380],
    [null, 410, 410],
    [null, null, null],
  ])('behavior: between %s and %s lies %s', (bid, ask, middle) => {
    expect(middleOf(bid, ask)).toBe(middle)
  })
})

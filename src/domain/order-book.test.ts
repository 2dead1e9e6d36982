import { describe, expect, test } from 'vitest'
import { createOrderBook, crosses, type RestingOrder } from './order-book.ts'

const order = (orderId: number, changes: Partial<RestingOrder> = {}): RestingOrder => ({
  ...{ orderId, trader: 't', side: 'buy', outcome: 'yes', price: 400, remaining: 1n, expiresAtMs: null },
  ...changes,
})

describe('createOrderBook', () => {
  const filled = () => {
    const book = createOrderBook()
    book.add(order(1))
    book.add(order(2, { price: 401 }))
    book.add(order(3, { side: 'sell', outcome: 'no', price: 600 }))
    book.add(order(4, { side: 'sell', price: 500 }))
    book.add(order(5, { outcome: 'no', price: 501 }))
    book.add(order(6, { outcome: 'no', price: 500 }))
    return book
  }
  const idsOf = (book: ReturnType<typeof filled>) =>
    (['bid', 'ask'] as const).map((side) => book.list(side).map(({ orderId }) => orderId))

  test('default: bids fall and asks rise from the best, the older first at a price', () => {
    expect(idsOf(filled())).toEqual([
      [2, 1, 3],
      [5, 4, 6],
    ])
  })
  test('behavior: one order is found and removed on its side, and no other with it', () => {
    const book = filled()
    expect([book.find(3)?.orderId, book.find(4)?.orderId, book.find(7)]).toEqual([3, 4, null])
    for (const orderId of [2, 5, 7]) book.remove(orderId)
    expect(idsOf(book)).toEqual([
      [1, 3],
      [4, 6],
    ])
    expect(book.find(2)).toBeNull()
  })
})

describe('crosses', () => {
  test('default: a bid meets an ask at its price or below, in the price of yes', () => {
    const bid = order(1)
    const asks = [399, 400, 401].map((price) => order(2, { side: 'sell', price }))
    expect(asks.map((ask) => crosses(bid, ask))).toEqual([true, true, false])
    expect(asks.map((ask) => crosses(ask, bid))).toEqual([true, true, false])
    expect([600, 599].map((price) => crosses(bid, order(2, { outcome: 'no', price })))).toEqual([true, false])
  })
  test('behavior: two of one side never meet', () => {
    expect(crosses(order(1), order(2, { side: 'sell', outcome: 'no', price: 600 }))).toBe(false)
    expect(crosses(order(1, { side: 'sell' }), order(2, { outcome: 'no' }))).toBe(false)
  })
})

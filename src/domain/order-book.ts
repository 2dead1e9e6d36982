import { type BookSide, bookPriceOf, bookSideOf } from './book-side.ts'
import type { Outcome, Side } from './order-terms.ts'

/** An order that waits in a book. */
export interface RestingOrder {
  readonly orderId: number
  readonly trader: string
  readonly side: Side
  readonly outcome: Outcome
  readonly price: number
  remaining: bigint
  /** When it ends by itself; null = never. */
  readonly expiresAtMs: number | null
}

type Terms = Pick<RestingOrder, 'side' | 'outcome' | 'price'>

/** A bid meets an ask when bid ≥ ask. */
export function crosses(a: Terms, b: Terms): boolean {
  const [bid, ask] = sideOf(a) === 'bid' ? [a, b] : [b, a]
  return sideOf(bid) === 'bid' && sideOf(ask) === 'ask' && yesPriceOf(bid) >= yesPriceOf(ask)
}

const sideOf = (order: Terms): BookSide => bookSideOf(order.side, order.outcome)
const yesPriceOf = (order: Terms): number => bookPriceOf(order.price, order.outcome)

/** Orders in strict price-time priority. Plain lists: it is read to be believed, not to be fast. */
export interface OrderBook {
  /** Best price first, oldest first at a price. */
  readonly list: (side: BookSide) => readonly RestingOrder[]
  readonly find: (orderId: number) => RestingOrder | null
  readonly add: (order: RestingOrder) => void
  readonly remove: (orderId: number) => void
}

export function createOrderBook(): OrderBook {
  const sides: Record<BookSide, RestingOrder[]> = { bid: [], ask: [] }
  const rank = (order: RestingOrder): number =>
    sideOf(order) === 'bid' ? -yesPriceOf(order) : yesPriceOf(order)
  return {
    list: (side) => sides[side],
    find: (orderId) =>
      sides.bid.find((order) => order.orderId === orderId) ??
      sides.ask.find((order) => order.orderId === orderId) ??
      null,
    add(order) {
      const queue = sides[sideOf(order)]
      const behind = queue.findIndex((other) => rank(other) > rank(order))
      queue.splice(behind === -1 ? queue.length : behind, 0, order)
    },
    remove(orderId) {
      for (const queue of [sides.bid, sides.ask]) {
        const i = queue.findIndex((order) => order.orderId === orderId)
        if (i !== -1) queue.splice(i, 1)
      }
    },
  }
}

import { bookPriceOf, bookSideOf } from './book-side.ts'
import type { PlannedOrder } from './plan-quotes.ts'

/** Shares by price of yes on both sides of the book. */
export interface SideTotals {
  readonly bid: ReadonlyMap<number, bigint>
  readonly ask: ReadonlyMap<number, bigint>
}

/** Orders as the book shows them, where buying no is selling yes. */
export function sideTotals(orders: readonly PlannedOrder[]): SideTotals {
  const totals = { bid: new Map<number, bigint>(), ask: new Map<number, bigint>() }
  for (const { side, outcome, price, quantity } of orders) {
    const prices = totals[bookSideOf(side, outcome)]
    const at = bookPriceOf(price, outcome)
    prices.set(at, (prices.get(at) ?? 0n) + quantity)
  }
  return totals
}

/** Whether two sets of orders are the same to the eye of a taker: the same prices, amounts no further apart than this. */
export const areAlike = (a: SideTotals, b: SideTotals, within: bigint): boolean =>
  isAlike(a.bid, b.bid, within) && isAlike(a.ask, b.ask, within)

/** The same for one side. */
export function isAlike(
  a: ReadonlyMap<number, bigint>,
  b: ReadonlyMap<number, bigint>,
  within: bigint,
): boolean {
  return [...new Set([...a.keys(), ...b.keys()])].every((price) => {
    const difference = (a.get(price) ?? 0n) - (b.get(price) ?? 0n)
    return a.has(price) === b.has(price) && (difference < 0n ? -difference : difference) <= within
  })
}

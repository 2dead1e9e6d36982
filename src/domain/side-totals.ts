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
export function areAlike(a: SideTotals, b: SideTotals, within: bigint): boolean {
  return (['bid', 'ask'] as const).every((side) =>
    [...new Set([...a[side].keys(), ...b[side].keys()])].every((price) => {
      const difference = (a[side].get(price) ?? 0n) - (b[side].get(price) ?? 0n)
      return (
        a[side].has(price) === b[side].has(price) && (difference < 0n ? -difference : difference) <= within
      )
    }),
  )
}

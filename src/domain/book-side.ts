import type { Outcome, Side } from './order-terms.ts'

/** A side of the one book, seen from yes. */
export type BookSide = 'bid' | 'ask'

/** Buying yes and selling no are bids; selling yes and buying no are asks. */
export const bookSideOf = (side: Side, outcome: Outcome): BookSide =>
  (side === 'buy') === (outcome === 'yes') ? 'bid' : 'ask'

/** An order's price in the yes book. */
export const bookPriceOf = (price: number, outcome: Outcome): number =>
  outcome === 'yes' ? price : 1000 - price

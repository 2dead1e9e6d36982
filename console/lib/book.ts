import type { LocalBook, OrderBook } from 'sibyl/client'

type Sides = Pick<OrderBook, 'yes' | 'no'>

/** Both outcomes of a book that is kept in prices of yes: who buys yes at p offers no at 1000 − p. */
export function bothSides({ bids, asks }: Pick<LocalBook, 'bids' | 'asks'>): Sides {
  const mirrored = (levels: LocalBook['bids']) =>
    levels.map((level) => ({ ...level, price: 1_000 - level.price }))
  return {
    yes: { bids: [...bids], asks: [...asks] },
    no: { bids: mirrored(asks), asks: mirrored(bids) },
  }
}

/** The middle of the book; one side of it when the other is empty. Thousandths of yes. */
export function middleOf(bid: number | null, ask: number | null): number | null {
  if (bid === null) return ask
  return ask === null ? bid : (bid + ask) / 2
}

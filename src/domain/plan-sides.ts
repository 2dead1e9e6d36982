import { type BookSide, bookSideOf } from './book-side.ts'
import { type MakerTerms, type PlannedOrder, planQuotes, type Stance } from './plan-quotes.ts'
import { sideTotals } from './side-totals.ts'

export interface Level {
  readonly price: number
  readonly quantity: bigint
}

/** What others bid and ask for yes, best first. */
export interface OthersBook {
  readonly bids: readonly Level[]
  readonly asks: readonly Level[]
}

export interface SidePlan {
  /** Orders for a quote, which must not cross. */
  readonly rests: readonly PlannedOrder[]
  /** Orders that take what stands in their way, and rest with what is left of them. */
  readonly takes: readonly PlannedOrder[]
}

/**
 * A bid and an ask for yes, and how each gets into the book. Fewer shares than a size that stand across a side are taken, at
 * its own price and within its own size: a quote would be skipped for one share of a stranger, and a bid below that share is
 * no bid. Where others offer a size or more, the side stays clear of them. A side that was `skipped` is taken for one that
 * somebody stands across, although no book shows him any more.
 */
export function planSides(
  terms: MakerTerms,
  stance: Pick<Stance, 'fair' | 'yes' | 'no'>,
  { others, skipped }: { readonly others: OthersBook; readonly skipped: ReadonlySet<BookSide> },
): SidePlan {
  const [bid, ask] = (['bid', 'ask'] as const).map((side) => [
    ...sideTotals(planQuotes(terms, stance))[side].keys(),
  ])
  const across = {
    bid: sumOf(others.asks, ({ price }) => price <= (bid?.[0] ?? 0)),
    ask: sumOf(others.bids, ({ price }) => price >= (ask?.[0] ?? 1_000)),
  }
  const isTaking = (side: BookSide): boolean =>
    across[side] < terms.size && (across[side] > 0n || skipped.has(side))
  const orders = planQuotes(terms, {
    ...stance,
    bestBid: isTaking('ask') ? undefined : others.bids[0]?.price,
    bestAsk: isTaking('bid') ? undefined : others.asks[0]?.price,
  })
  const takes = orders.filter((order) => isTaking(bookSideOf(order.side, order.outcome)))
  return { rests: orders.filter((order) => !takes.includes(order)), takes }
}

function sumOf(levels: readonly Level[], counts: (level: Level) => boolean): bigint {
  let sum = 0n
  for (const level of levels) if (counts(level)) sum += level.quantity
  return sum
}

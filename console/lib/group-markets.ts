import type { ListedMarket } from './listed-market.ts'

/** What a list shows: a market by itself, or an event with those of its legs that are in the list. */
export type Entry =
  | { readonly kind: 'market'; readonly market: ListedMarket }
  | {
      readonly kind: 'event'
      readonly proposalId: number
      readonly question: string
      readonly legs: readonly ListedMarket[]
    }

/** Legs of one event come together, where the first of them stood; likeliest first. */
export function groupMarkets(markets: readonly ListedMarket[]): Entry[] {
  const entries: Entry[] = []
  for (const market of markets) {
    const { proposalId, masterQuestion } = market
    if (!market.linked || proposalId === null) {
      entries.push({ kind: 'market', market })
      continue
    }
    const legs = markets.filter((other) => other.linked && other.proposalId === proposalId)
    if (legs[0] === market)
      entries.push({
        kind: 'event',
        proposalId,
        question: masterQuestion ?? '',
        legs: legs.toSorted((a, b) => (b.bestBidYes ?? 0) - (a.bestBidYes ?? 0)),
      })
  }
  return entries
}

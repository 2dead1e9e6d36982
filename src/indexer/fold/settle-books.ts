import { keys, type Workspace } from '../workspace.ts'

/** At the end of a block: the best prices of every book that changed in it. 0 stands for an empty side. */
export function settleBooks(rows: Workspace): void {
  for (const marketId of rows.touchedBooks) {
    const market = rows.markets.get(String(marketId))
    const bestBidYes = best(rows, marketId, 'bid')
    const bestAskYes = best(rows, marketId, 'ask')
    if (bestBidYes !== market.bestBidYes || bestAskYes !== market.bestAskYes)
      rows.markets.put({ ...market, bestBidYes, bestAskYes })
  }
}

function best(rows: Workspace, marketId: number, side: 'bid' | 'ask'): number {
  const prices = rows.priceLevels.listGroup(keys.book(marketId, side)).map(({ price }) => price)
  if (prices.length === 0) return 0
  return side === 'bid' ? Math.max(...prices) : Math.min(...prices)
}

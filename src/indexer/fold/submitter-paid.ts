import type { SubmitterPaid } from '../../domain/index.ts'
import type { Fold } from './fold.ts'
import { marketOf } from './market-of.ts'

/** Who submitted what became final was paid out of what gathers for the treasury. */
export const foldSubmitterPaid: Fold<SubmitterPaid> = (event, place, rows) => {
  const market = marketOf(rows, event.marketAddress)
  const unpaidTreasuryFees = market.unpaidTreasuryFees - event.amount
  rows.markets.put({ ...market, unpaidTreasuryFees, updatedAtMs: place.timestampMs })
}

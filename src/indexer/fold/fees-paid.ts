import type { FeesPaid } from '../../domain/index.ts'
import type { Fold } from './fold.ts'
import { marketOf } from './market-of.ts'

export const foldFeesPaid: Fold<FeesPaid> = (event, place, rows) => {
  const market = marketOf(rows, event.marketAddress)
  const unpaidTreasuryFees = market.unpaidTreasuryFees - event.treasuryAmount
  rows.markets.put({
    ...market,
    unpaidCreatorFees: market.unpaidCreatorFees - event.creatorAmount,
    unpaidTreasuryFees,
    // Until it resolves a market pays all but what it keeps back.
    keptFees: market.resolved ? 0n : unpaidTreasuryFees,
    updatedAtMs: place.timestampMs,
  })
}

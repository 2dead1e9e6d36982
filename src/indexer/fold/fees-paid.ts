import type { FeesPaid } from '../../domain/index.ts'
import type { Fold } from './fold.ts'
import { marketOf } from './market-of.ts'

export const foldFeesPaid: Fold<FeesPaid> = (event, place, rows) => {
  const market = marketOf(rows, event.marketAddress)
  rows.markets.put({
    ...market,
    unpaidCreatorFees: market.unpaidCreatorFees - event.creatorAmount,
    unpaidTreasuryFees: market.unpaidTreasuryFees - event.treasuryAmount,
    updatedAtMs: place.timestampMs,
  })
}

import type { FeeCharged } from '../../domain/index.ts'
import type { Fold } from './fold.ts'
import { marketOf } from './market-of.ts'

/** The referrer was paid in the transaction; what is the creator's and the treasury's gathers in the market. */
export const foldFeeCharged: Fold<FeeCharged> = (event, place, rows) => {
  const market = marketOf(rows, event.marketAddress)
  rows.markets.put({
    ...market,
    unpaidCreatorFees: market.unpaidCreatorFees + event.creatorFee,
    unpaidTreasuryFees: market.unpaidTreasuryFees + event.treasuryFee,
    updatedAtMs: place.timestampMs,
  })
}

import { outcomes, type PositionSettled } from '../../domain/index.ts'
import { changePosition, findPosition } from './change-position.ts'
import type { Fold } from './fold.ts'
import { marketOf } from './market-of.ts'
import { payoutOf } from './payout-of.ts'

/** Both outcomes of the wallet are settled at once; the shares stay on record with what was paid for them. */
export const foldPositionSettled: Fold<PositionSettled> = (event, place, rows) => {
  const market = marketOf(rows, event.marketAddress)
  for (const outcome of outcomes) {
    const key = { user: event.trader, marketId: market.id, outcome }
    if (findPosition(rows, key) === null) continue
    changePosition(rows, key, place.timestampMs, (position) => ({
      ...position,
      isSettled: true,
      paid: position.paid + payoutOf(outcome, event[outcome], market),
    }))
  }
}

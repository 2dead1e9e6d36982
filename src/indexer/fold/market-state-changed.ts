import type { MarketStateChanged } from '../../domain/index.ts'
import type { Fold } from './fold.ts'
import { marketOf } from './market-of.ts'
import { putOrder } from './put-order.ts'

/**
 * Resolution cancels every resting order. What those orders hold stays locked, and is shown so, until each is released.
 */
export const foldMarketStateChanged: Fold<MarketStateChanged> = (event, place, rows) => {
  const market = marketOf(rows, event.marketAddress)
  const resolved = event.state === 'resolved'
  rows.markets.put({
    ...market,
    state: event.state,
    resolved,
    finalOutcome: resolved ? event.finalOutcome : null,
    closing: event.closing,
    keptFees: resolved ? 0n : market.keptFees,
    resolvedAtMs: resolved ? place.timestampMs : null,
    updatedAtMs: place.timestampMs,
  })
  if (!resolved) return
  for (const order of rows.orders.listGroup(String(market.id)))
    if (order.status === 'open') putOrder(rows, order, { ...order, status: 'cancelled' }, place.timestampMs)
}

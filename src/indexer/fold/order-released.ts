import type { OrderReleased } from '../../domain/index.ts'
import { keys } from '../workspace.ts'
import { changePosition } from './change-position.ts'
import type { Fold } from './fold.ts'
import { marketOf } from './market-of.ts'
import { putOrder } from './put-order.ts'

/** A released buy gets its own collateral back, which is no payout; a released sell is paid for its shares. */
export const foldOrderReleased: Fold<OrderReleased> = (event, place, rows) => {
  const market = marketOf(rows, event.marketAddress)
  const order = rows.orders.get(keys.order(market.id, event.orderId))
  putOrder(
    rows,
    order,
    { ...order, lockedCollateral: 0n, lockedShares: 0n, released: true },
    place.timestampMs,
  )
  if (order.side === 'buy') return
  const key = { user: order.trader, marketId: market.id, outcome: order.outcome }
  changePosition(rows, key, place.timestampMs, (position) => ({
    ...position,
    paid: position.paid + event.payout,
  }))
}

import type { OrderCancelled } from '../../domain/index.ts'
import type { OrderRow } from '../../store/index.ts'
import { keys } from '../workspace.ts'
import type { Fold } from './fold.ts'
import { marketOf } from './market-of.ts'
import { locksOf, putOrder } from './put-order.ts'

export const foldOrderCancelled: Fold<OrderCancelled> = (event, place, rows) => {
  const market = marketOf(rows, event.marketAddress)
  const order = rows.orders.get(keys.order(market.id, event.orderId))
  const next: OrderRow = { ...order, status: 'cancelled' }
  putOrder(rows, order, { ...next, ...locksOf(next) }, place.timestampMs)
}

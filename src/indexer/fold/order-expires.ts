import type { OrderExpires } from '../../domain/index.ts'
import { keys } from '../workspace.ts'
import type { Fold } from './fold.ts'
import { marketOf } from './market-of.ts'

/** The order ends with the first block whose time reaches this, whether or not anybody clears it: expire-orders.ts. */
export const foldOrderExpires: Fold<OrderExpires> = (event, _place, rows) => {
  const market = marketOf(rows, event.marketAddress)
  const order = rows.orders.get(keys.order(market.id, event.orderId))
  rows.orders.put({ ...order, expiresAtMs: event.expiresAtMs })
  rows.expiring.add(keys.order(market.id, event.orderId))
}

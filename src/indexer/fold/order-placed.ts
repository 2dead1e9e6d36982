import type { OrderPlaced } from '../../domain/index.ts'
import type { OrderRow } from '../../store/index.ts'
import { openPosition } from './change-position.ts'
import type { Fold } from './fold.ts'
import { marketOf } from './market-of.ts'
import { locksOf, putOrder } from './put-order.ts'

/** A new order rests whole at first; the fills and the cancel that follow in its transaction take it down. */
export const foldOrderPlaced: Fold<OrderPlaced> = (event, place, rows) => {
  const market = marketOf(rows, event.marketAddress)
  openPosition(rows, { user: event.trader, marketId: market.id, outcome: event.outcome }, place.timestampMs)
  const terms = {
    side: event.side,
    price: event.price,
    quantity: event.quantity,
    filled: 0n,
    status: event.quantity === 0n ? 'filled' : 'open',
  } as const
  const order: OrderRow = {
    id: rows.nextId('orders'),
    marketId: market.id,
    orderId: event.orderId,
    trader: event.trader,
    outcome: event.outcome,
    ...terms,
    timeInForce: event.timeInForce,
    isMarketOrder: event.isMarketOrder,
    refererAddress: event.referer,
    txId: place.txId,
    height: place.height,
    createdAtMs: place.timestampMs,
    ...locksOf(terms),
    released: false,
    expiresAtMs: null,
  }
  putOrder(rows, null, order, place.timestampMs)
  rows.markets.put({ ...market, orderCount: market.orderCount + 1, updatedAtMs: place.timestampMs })
}

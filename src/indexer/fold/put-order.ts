import { bookPriceOf, bookSideOf, lockOf } from '../../domain/index.ts'
import type { OrderRow } from '../../store/index.ts'
import { keys, type Workspace } from '../workspace.ts'
import { changePosition } from './change-position.ts'

/** What an order holds while it rests. */
export function locksOf(order: Pick<OrderRow, 'side' | 'price' | 'quantity' | 'filled' | 'status'>) {
  const remaining = order.status === 'open' ? order.quantity - order.filled : 0n
  return {
    lockedCollateral: order.side === 'buy' ? lockOf(order.price, remaining) : 0n,
    lockedShares: order.side === 'sell' ? remaining : 0n,
  }
}

/** Puts a new version of an order (null: a new order), and moves its level of the book and its trader's locks along. */
export function putOrder(rows: Workspace, before: OrderRow | null, after: OrderRow, atMs: number): void {
  rows.orders.put(after)
  changeLevel(
    rows,
    after,
    restingOf(after) - (before ? restingOf(before) : 0n),
    countOf(after) - (before ? countOf(before) : 0),
  )
  const collateral = after.lockedCollateral - (before?.lockedCollateral ?? 0n)
  const shares = after.lockedShares - (before?.lockedShares ?? 0n)
  if (collateral === 0n && shares === 0n) return
  changePosition(
    rows,
    { user: after.trader, marketId: after.marketId, outcome: after.outcome },
    atMs,
    (position) => ({
      ...position,
      lockedCollateral: position.lockedCollateral + collateral,
      lockedShares: position.lockedShares + shares,
    }),
  )
}

const restingOf = (order: OrderRow): bigint => (order.status === 'open' ? order.quantity - order.filled : 0n)
const countOf = (order: OrderRow): number => (order.status === 'open' ? 1 : 0)

function changeLevel(rows: Workspace, order: OrderRow, quantity: bigint, orderCount: number): void {
  if (quantity === 0n && orderCount === 0) return
  const side = bookSideOf(order.side, order.outcome)
  const price = bookPriceOf(order.price, order.outcome)
  const level = rows.priceLevels.find(keys.level(order.marketId, side, price)) ?? {
    marketId: order.marketId,
    side,
    price,
    quantity: 0n,
    orderCount: 0,
  }
  const next = { ...level, quantity: level.quantity + quantity, orderCount: level.orderCount + orderCount }
  if (next.orderCount === 0) rows.priceLevels.remove(level)
  else rows.priceLevels.put(next)
  rows.touchedBooks.add(order.marketId)
}

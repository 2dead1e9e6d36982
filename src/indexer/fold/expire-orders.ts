import { endedOrder } from '../activity.ts'
import type { Workspace } from '../workspace.ts'
import { putOrder } from './put-order.ts'

interface BlockTime {
  readonly height: number
  readonly timestampMs: number
}

/**
 * At the beginning of a block: orders whose time it has reached are dead, so they leave the book. What they hold stays
 * locked, and is shown so, until somebody clears them.
 */
export function expireOrders(rows: Workspace, { height, timestampMs }: BlockTime): void {
  const due = [...rows.expiring]
    .map((key) => ({ key, order: rows.orders.get(key) }))
    .filter(({ order }) => order.expiresAtMs !== null && order.expiresAtMs <= timestampMs)
    // In the order they were placed: how they came into the set depends on where a batch began.
    .sort((a, b) => a.order.id - b.order.id)
  for (const { key, order } of due) {
    rows.expiring.delete(key)
    if (order.status !== 'open') continue
    rows.addActivity(endedOrder(order, 'expired'), height, timestampMs)
    putOrder(rows, order, { ...order, status: 'cancelled', endedHeight: height }, timestampMs)
  }
}

import type { Workspace } from '../workspace.ts'
import { putOrder } from './put-order.ts'

/**
 * At the beginning of a block: orders whose time it has reached are dead, so they leave the book. What they hold stays
 * locked, and is shown so, until somebody clears them.
 */
export function expireOrders(rows: Workspace, timestampMs: number): void {
  for (const key of rows.expiring) {
    const order = rows.orders.get(key)
    if (order.expiresAtMs === null || order.expiresAtMs > timestampMs) continue
    rows.expiring.delete(key)
    if (order.status === 'open') putOrder(rows, order, { ...order, status: 'cancelled' }, timestampMs)
  }
}

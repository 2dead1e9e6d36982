import type { Reader } from '../database.ts'
import { type OrderRow, orders } from './market-tables.ts'
import { queryInPages } from './query-in-pages.ts'
import { fromRow, nameList } from './row-json.ts'

const sql = `
  select ${nameList(orders.columns)}
  from orders
  where status = 'open' and expires_at_ms <= $1`

/** Resting orders that end by themselves at or before a moment. */
export async function listExpiringOrders(tx: Reader, untilMs: number): Promise<OrderRow[]> {
  const found: OrderRow[] = []
  for await (const page of queryInPages(tx, { label: 'list-expiring-orders', sql, values: [untilMs] }))
    for (const row of page) found.push(fromRow(orders, row))
  return found.sort((a, b) => a.marketId - b.marketId || a.orderId - b.orderId)
}

import type { Reader } from '../database.ts'
import { type OrderRow, orders } from './market-tables.ts'
import { fromRow, nameList } from './row-json.ts'

const sql = `
  select ${nameList(orders.columns)}
  from orders
  where status = 'open' and expires_at_ms <= $1
  order by market_id, order_id`

/** Resting orders that end by themselves at or before a moment. */
export async function listExpiringOrders(db: Reader, untilMs: number): Promise<OrderRow[]> {
  const rows = await db.query<Record<string, unknown>>({
    label: 'list-expiring-orders',
    sql,
    values: [untilMs],
  })
  return rows.map((row) => fromRow(orders, row))
}

import type { Reader } from '../database.ts'
import { type OrderRow, orders } from './market-tables.ts'
import { fromRow, nameList } from './row-json.ts'

const sql = `
  select ${nameList(orders.columns)}
  from orders
  where market_id = any($1::bigint[]) and (locked_collateral > 0 or locked_shares > 0)
  order by market_id, order_id`

/** The orders of some markets that still hold something: what a resolution cancels. */
export async function listHeldOrders(db: Reader, marketIds: readonly number[]): Promise<OrderRow[]> {
  if (marketIds.length === 0) return []
  const rows = await db.query<Record<string, unknown>>({
    label: 'list-held-orders',
    sql,
    values: [marketIds],
  })
  return rows.map((row) => fromRow(orders, row))
}

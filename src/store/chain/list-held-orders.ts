import type { Reader } from '../database.ts'
import { type OrderRow, orders } from './market-tables.ts'
import { queryInPages } from './query-in-pages.ts'
import { fromRow, nameList } from './row-json.ts'

const sql = `
  select ${nameList(orders.columns)}
  from orders
  where market_id = any($1::bigint[]) and (locked_collateral > 0 or locked_shares > 0)`

/** The orders of some markets that still hold something: what a resolution cancels. */
export async function listHeldOrders(tx: Reader, marketIds: readonly number[]): Promise<OrderRow[]> {
  const found: OrderRow[] = []
  if (marketIds.length === 0) return found
  for await (const page of queryInPages(tx, { label: 'list-held-orders', sql, values: [marketIds] }))
    for (const row of page) found.push(fromRow(orders, row))
  return found.sort((a, b) => a.marketId - b.marketId || a.orderId - b.orderId)
}

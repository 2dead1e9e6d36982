import type { Reader } from '../database.ts'

const sql = `
  select o.order_id, m.market_address
  from markets m
  cross join lateral (
    select order_id, row_number() over (order by order_id) as turn
    from orders
    where market_id = m.id and (locked_collateral > 0 or locked_shares > 0) and not released
    order by order_id
    limit $1) o
  where m.resolved
  order by o.turn, m.id
  limit $1`

/** Orders that still held something when their market was resolved, and have not been released; markets take turns. */
export async function listUnreleasedOrders(
  db: Reader,
  limit: number,
): Promise<{ readonly marketAddress: string; readonly orderId: number }[]> {
  const rows = await db.query<{ order_id: number; market_address: string }>({
    label: 'list-unreleased-orders',
    sql,
    values: [limit],
  })
  return rows.map((row) => ({ marketAddress: row.market_address, orderId: row.order_id }))
}

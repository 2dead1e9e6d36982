import type { Reader } from '../database.ts'

const sql = `
  select o.order_id, m.market_address
  from orders o
  join markets m on m.id = o.market_id
  where (o.locked_collateral > 0 or o.locked_shares > 0) and m.resolved and not o.released
  order by o.market_id, o.order_id
  limit $1`

/** Orders that still held something when their market was resolved, and have not been released. */
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

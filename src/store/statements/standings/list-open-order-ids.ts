import type { Reader } from '../../database.ts'

const sql = `
  select o.order_id
  from orders o
  join markets m on m.id = o.market_id
  where m.market_address = $1 and o.trader = $2 and o.status = 'open'
  order by o.id
  limit $3`

/** A wallet's resting orders on a market by their ids on the chain, oldest first. */
export async function listOpenOrderIds(
  db: Reader,
  of: { readonly marketAddress: string; readonly trader: string; readonly limit: number },
): Promise<number[]> {
  const rows = await db.query<{ order_id: number }>({
    label: 'list-open-order-ids',
    sql,
    values: [of.marketAddress, of.trader, of.limit],
  })
  return rows.map((row) => row.order_id)
}

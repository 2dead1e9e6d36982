import type { Reader } from '../database.ts'

const sql = `
  select m.market_address, o.order_id
  from orders o
  join markets m on m.id = o.market_id
  where o.status = 'cancelled' and o.expires_at_ms is not null and not o.released
    and (o.locked_collateral > 0 or o.locked_shares > 0) and not m.resolved
  order by o.market_id, o.expires_at_ms, o.order_id
  limit $1`

/** Orders that ended by themselves and still hold what is their owners', by market. */
export async function listDeadOrders(
  db: Reader,
  limit: number,
): Promise<{ readonly marketAddress: string; readonly orderIds: readonly number[] }[]> {
  const rows = await db.query<{ market_address: string; order_id: number }>({
    label: 'list-dead-orders',
    sql,
    values: [limit],
  })
  const byMarket = new Map<string, number[]>()
  for (const { market_address: address, order_id: orderId } of rows)
    byMarket.set(address, [...(byMarket.get(address) ?? []), orderId])
  return [...byMarket].map(([marketAddress, orderIds]) => ({ marketAddress, orderIds }))
}

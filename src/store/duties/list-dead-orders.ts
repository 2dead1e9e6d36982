import type { Reader } from '../database.ts'

const sql = `
  select m.market_address, o.order_id
  from markets m
  cross join lateral (
    select order_id, expires_at_ms
    from orders
    where market_id = m.id and status = 'cancelled' and expires_at_ms is not null and not released
      and (locked_collateral > 0 or locked_shares > 0)
    order by expires_at_ms, order_id
    limit $1) o
  where not m.resolved
  order by m.id, o.expires_at_ms, o.order_id
  limit $2`

export interface DeadOrders {
  readonly marketAddress: string
  readonly orderIds: readonly number[]
}

/** Orders that ended by themselves and still hold what is their owners', by market: of each market those that ended first. */
export async function listDeadOrders(
  db: Reader,
  { marketsMax, ordersMax }: { readonly marketsMax: number; readonly ordersMax: number },
): Promise<DeadOrders[]> {
  const rows = await db.query<{ market_address: string; order_id: number }>({
    label: 'list-dead-orders',
    sql,
    values: [ordersMax, marketsMax * ordersMax],
  })
  const byMarket = new Map<string, number[]>()
  for (const { market_address: address, order_id: orderId } of rows)
    byMarket.set(address, [...(byMarket.get(address) ?? []), orderId])
  return [...byMarket].map(([marketAddress, orderIds]) => ({ marketAddress, orderIds })).slice(0, marketsMax)
}

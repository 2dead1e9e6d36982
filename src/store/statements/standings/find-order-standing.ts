import type { Reader } from '../../database.ts'

const sql = `
  select o.trader, o.status
  from orders o
  join markets m on m.id = o.market_id
  where m.market_address = $1 and o.order_id = $2`

export interface OrderStanding {
  readonly trader: string
  readonly status: 'open' | 'filled' | 'cancelled'
}

/** Whose an order is and whether it is still in the book. */
export async function findOrderStanding(
  db: Reader,
  { marketAddress, orderId }: { readonly marketAddress: string; readonly orderId: number },
): Promise<OrderStanding | null> {
  const rows = await db.query<OrderStanding>({
    label: 'find-order-standing',
    sql,
    values: [marketAddress, orderId],
  })
  return rows[0] ?? null
}

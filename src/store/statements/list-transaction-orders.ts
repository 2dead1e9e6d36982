import type { Outcome, Side } from '../../domain/index.ts'
import type { Reader } from '../database.ts'

const sql = `
  select o.id, m.market_address, o.market_id, o.order_id, o.trader, o.side, o.outcome, o.price,
    o.quantity, o.filled, o.status, o.is_market_order, o.created_at_ms, o.referer_address, o.tx_id
  from orders o
  join markets m on m.id = o.market_id
  where o.height = $1 and o.tx_id = $2
  order by o.id
  limit $3`

interface Row {
  readonly id: number
  readonly market_address: string
  readonly market_id: number
  readonly order_id: number
  readonly trader: string
  readonly side: Side
  readonly outcome: Outcome
  readonly price: number
  readonly quantity: string
  readonly filled: string
  readonly status: 'open' | 'filled' | 'cancelled'
  readonly is_market_order: boolean
  readonly created_at_ms: number
  readonly referer_address: string | null
  readonly tx_id: string
}

/** Orders that a transaction placed, in the words of the interface. */
export async function listTransactionOrders(
  db: Reader,
  of: { readonly height: number; readonly txId: string; readonly limit: number },
) {
  const values = [of.height, of.txId, of.limit]
  const rows = await db.query<Row>({ label: 'list-transaction-orders', sql, values })
  return rows.map((row) => ({
    id: row.id,
    marketAddress: row.market_address,
    marketId: row.market_id,
    orderId: row.order_id,
    trader: row.trader,
    side: row.side,
    outcome: row.outcome,
    price: row.price,
    quantity: row.quantity,
    filled: row.filled,
    cancelled: row.status === 'cancelled',
    isMarketOrder: row.is_market_order,
    orderTimestamp: row.created_at_ms,
    refererAddress: row.referer_address,
    txId: row.tx_id,
    createdAt: new Date(row.created_at_ms).toISOString(),
  }))
}

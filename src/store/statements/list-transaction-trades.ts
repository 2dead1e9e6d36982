import type { FillType, Outcome, Side } from '../../domain/index.ts'
import type { Reader } from '../database.ts'

const sql = `
  select t.id, m.market_address, t.tx_id, t.buy_order_id, t.sell_order_id, t.fill_type, t.outcome, t.side, t.price,
    t.quantity, t.amount_usd, t.maker_address, t.taker_address, t.referer_address, t.filled_at_ms
  from trades t
  join markets m on m.id = t.market_id
  where t.height = $1 and t.tx_id = $2
  order by t.id
  limit $3`

interface Row {
  readonly id: number
  readonly market_address: string
  readonly tx_id: string
  readonly buy_order_id: number
  readonly sell_order_id: number
  readonly fill_type: FillType
  readonly outcome: Outcome
  readonly side: Side
  readonly price: number
  readonly quantity: string
  readonly amount_usd: string
  readonly maker_address: string
  readonly taker_address: string
  readonly referer_address: string | null
  readonly filled_at_ms: number
}

/** Fills that a transaction caused, in the words of the interface. */
export async function listTransactionTrades(
  db: Reader,
  of: { readonly height: number; readonly txId: string; readonly limit: number },
) {
  const values = [of.height, of.txId, of.limit]
  const rows = await db.query<Row>({ label: 'list-transaction-trades', sql, values })
  return rows.map((row) => ({
    id: row.id,
    marketAddress: row.market_address,
    txId: row.tx_id,
    buyOrderId: row.buy_order_id,
    sellOrderId: row.sell_order_id,
    fillType: row.fill_type,
    outcome: row.outcome,
    side: row.side,
    isBuy: row.side === 'buy',
    price: row.price,
    quantity: row.quantity,
    amountUsd: row.amount_usd,
    makerAddress: row.maker_address,
    takerAddress: row.taker_address,
    refererAddress: row.referer_address,
    fillTimestamp: row.filled_at_ms,
    createdAt: new Date(row.filled_at_ms).toISOString(),
  }))
}

import { type Fragment, sql } from './fragment.ts'
import { iso } from './iso.ts'

/**
 * The interface's records as select lists, each column under its public name. Aliases: t trades, o orders,
 * m markets. Lists return their rows as JSON text, so this is where a record's shape is decided; the contract tests
 * hold it against the OpenAPI.
 */
export const tradeRecord: Fragment = sql`
  t.id as "id", m.market_address as "marketAddress", t.tx_id as "txId",
  t.buy_order_id as "buyOrderId", t.sell_order_id as "sellOrderId", t.fill_type as "fillType",
  t.outcome as "outcome", t.side as "side", t.side = 'buy' as "isBuy", t.price as "price",
  t.quantity::text as "quantity", t.amount_usd::text as "amountUsd",
  t.maker_address as "makerAddress", t.taker_address as "takerAddress",
  t.referer_address as "refererAddress", t.filled_at_ms as "fillTimestamp",
  ${iso(sql`t.filled_at_ms`)} as "createdAt"`

export const tradeRecordFrom: Fragment = sql`trades t join markets m on m.id = t.market_id`

import type { Reader } from '../database.ts'
import type { FoundRecord } from './find-record.ts'
import { sql, toStatement } from './fragment.ts'

/**
 * A market's book at one block, best prices first, seen from both outcomes: a bid for yes at p is an offer of no at
 * 1000 − p, and the other way round.
 */
export async function getOrderBook(db: Reader, marketAddress: string, depth: number): Promise<FoundRecord> {
  const statement = sql`
    with market as (select id, market_address from markets where market_address = ${marketAddress}),
    bids as (
      select l.price, l.quantity, l.order_count
      from price_levels l, market
      where l.market_id = market.id and l.side = 'bid'
      order by l.price desc
      limit ${depth}),
    asks as (
      select l.price, l.quantity, l.order_count
      from price_levels l, market
      where l.market_id = market.id and l.side = 'ask'
      order by l.price
      limit ${depth})
    select c.height, c.revision, (
      select json_build_object(
        'marketAddress', market.market_address,
        'marketId', market.id,
        'yes', json_build_object(
          'bids', (select coalesce(json_agg(json_build_object('price', price, 'quantity', quantity::text, 'orderCount', order_count) order by price desc), '[]') from bids),
          'asks', (select coalesce(json_agg(json_build_object('price', price, 'quantity', quantity::text, 'orderCount', order_count) order by price), '[]') from asks)),
        'no', json_build_object(
          'bids', (select coalesce(json_agg(json_build_object('price', 1000 - price, 'quantity', quantity::text, 'orderCount', order_count) order by price), '[]') from asks),
          'asks', (select coalesce(json_agg(json_build_object('price', 1000 - price, 'quantity', quantity::text, 'orderCount', order_count) order by price desc), '[]') from bids)),
        'version', c.revision,
        'blockHeight', c.height)::text
      from market
    ) as text
    from (select coalesce(max(height), 0) as height, coalesce(max(revision), 0) as revision from checkpoint) c`
  const [row] = await db.query<{ height: number; revision: number; text: string | null }>(
    toStatement('get-order-book', statement),
  )
  return { view: { height: row?.height ?? 0, revision: row?.revision ?? 0 }, text: row?.text ?? null }
}

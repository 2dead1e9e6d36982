import type { Reader } from '../database.ts'
import type { FoundRecord } from './find-record.ts'
import { type Fragment, sql, toStatement } from './fragment.ts'

/**
 * A market's book at one block, best prices first, seen from both outcomes: a bid for yes at p is an offer of no at
 * 1000 − p, and the other way round.
 */
export async function getOrderBook(db: Reader, marketAddress: string, depth: number): Promise<FoundRecord> {
  const levels = sql`
    levels as (
      select l.side, l.price, l.quantity, l.order_count
      from price_levels l, market
      where l.market_id = market.id)`
  const served = sql`
    select coalesce(max(height), 0) as height, coalesce(max(revision), 0) as revision,
      coalesce(max(height), 0) as at, coalesce(max(revision), 0) as version
    from checkpoint`
  return findBook(db, 'get-order-book', { marketAddress, depth, levels, served })
}

/**
 * The same after an earlier block: the orders that rested then, with what they have filled since put back. Costs what the
 * market did since, so callers look only as far back as the feed is kept. `version` is the index's revision then.
 */
export async function getOrderBookAt(
  db: Reader,
  marketAddress: string,
  { depth, height, version }: { readonly depth: number; readonly height: number; readonly version: number },
): Promise<FoundRecord> {
  const levels = sql`
    last as (
      select coalesce((
        select id from trades where height <= ${height} order by height desc, event_index desc limit 1), 0) as id),
    later as (
      select t.market_id, t.buy_order_id, t.sell_order_id, t.quantity
      from trades t, market, last
      where t.market_id = market.id and t.id > last.id),
    filled_later as (
      select order_id, sum(quantity) as quantity
      from (
        select buy_order_id as order_id, quantity from later
        union all select sell_order_id, quantity from later) fills
      group by order_id),
    rested as (
      select o.* from orders o, market
      where o.market_id = market.id and o.status = 'open' and o.height <= ${height}
      union all
      select o.* from orders o, market
      where o.market_id = market.id and o.ended_height > ${height} and o.height <= ${height}),
    levels as (
      select
        case when (r.side = 'buy') = (r.outcome = 'yes') then 'bid' else 'ask' end as side,
        case r.outcome when 'yes' then r.price else 1000 - r.price end as price,
        sum(r.quantity - r.filled + coalesce(f.quantity, 0)) as quantity,
        count(*) as order_count
      from rested r left join filled_later f on f.order_id = r.order_id
      group by 1, 2)`
  const served = sql`
    select coalesce(max(height), 0) as height, coalesce(max(revision), 0) as revision,
      ${height}::bigint as at, ${version}::bigint as version
    from checkpoint`
  return findBook(db, 'get-order-book-at', { marketAddress, depth, levels, served })
}

interface BookQuery {
  readonly marketAddress: string
  readonly depth: number
  /** Common table expressions after `market`, of which the last is `levels`. */
  readonly levels: Fragment
  /** The block of the answer, and the block and revision of the book. */
  readonly served: Fragment
}

async function findBook(
  db: Reader,
  label: string,
  { marketAddress, depth, levels, served }: BookQuery,
): Promise<FoundRecord> {
  const statement = sql`
    with market as (select id, market_address from markets where market_address = ${marketAddress}),
    ${levels},
    bids as (select price, quantity, order_count from levels where side = 'bid' order by price desc limit ${depth}),
    asks as (select price, quantity, order_count from levels where side = 'ask' order by price limit ${depth})
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
        'version', c.version,
        'blockHeight', c.at)::text
      from market
    ) as text
    from (${served}) c`
  const [row] = await db.query<{ height: number; revision: number; text: string | null }>(
    toStatement(label, statement),
  )
  return { view: { height: row?.height ?? 0, revision: row?.revision ?? 0 }, text: row?.text ?? null }
}

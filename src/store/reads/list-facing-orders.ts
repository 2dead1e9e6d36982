import type { BookSide, MarketState, Outcome, RestingOrder, Side } from '../../domain/index.ts'
import type { Reader } from '../database.ts'
import { sql, toStatement } from './fragment.ts'
import type { ReadView } from './list-page.ts'
import { marketState } from './records.ts'

export interface FacingOrders {
  readonly view: ReadView
  /** Null: there is no such market. Best prices are of yes, null when that side is empty. */
  readonly market: {
    readonly id: number
    readonly state: MarketState
    readonly bestBidYes: number | null
    readonly bestAskYes: number | null
  } | null
  /** The time of the newest indexed block. */
  readonly atMs: number
  /** Best price first, oldest first at a price; among them those that ended by themselves and nobody has cleared. */
  readonly orders: readonly RestingOrder[]
}

const priceOfYes = sql`case o.outcome when 'yes' then o.price else 1000 - o.price end`
const sides = {
  bid: { where: sql`(o.side = 'buy') = (o.outcome = 'yes')`, order: sql`${priceOfYes} desc` },
  ask: { where: sql`(o.side = 'buy') <> (o.outcome = 'yes')`, order: priceOfYes },
} as const

/** The first resting orders of one side of a market's book, as the contract would match them. */
export async function listFacingOrders(
  db: Reader,
  of: { readonly marketAddress: string; readonly side: BookSide; readonly limit: number },
): Promise<FacingOrders> {
  const { where, order } = sides[of.side]
  const statement = sql`
    with market as materialized (
      select m.id, ${marketState} as state, nullif(m.best_bid_yes, 0) as bid, nullif(m.best_ask_yes, 0) as ask
      from markets m
      where m.market_address = ${of.marketAddress}),
    facing as (
      select o.order_id, o.trader, o.side, o.outcome, o.price, o.quantity - o.filled as remaining,
        o.expires_at_ms,
        row_number() over (order by ${order}, o.order_id) as place
      from orders o
      where o.market_id = (select id from market) and ${where}
        and (o.status = 'open' or o.status = 'cancelled' and o.expires_at_ms is not null and not o.released)
        -- Says nothing of an open order, and leads into the index of those that hold something.
        and (o.locked_collateral > 0 or o.locked_shares > 0)
      order by ${order}, o.order_id
      limit ${of.limit})
    select
      (select height from checkpoint) as height, (select revision from checkpoint) as revision,
      (select timestamp_ms from checkpoint) as at_ms,
      (select json_build_object('id', id, 'state', state, 'bestBidYes', bid, 'bestAskYes', ask) from market) as market,
      (select json_agg(json_build_object('orderId', order_id, 'trader', trader, 'side', side, 'outcome', outcome,
        'price', price, 'remaining', remaining::text, 'expiresAtMs', expires_at_ms) order by place) from facing) as orders`
  const [row] = await db.query<{
    height: number | null
    revision: number | null
    at_ms: number | null
    market: FacingOrders['market']
    orders: readonly FacingRow[] | null
  }>(toStatement('list-facing-orders', statement))
  return {
    view: { height: row?.height ?? 0, revision: row?.revision ?? 0 },
    atMs: row?.at_ms ?? 0,
    market: row?.market ?? null,
    orders: (row?.orders ?? []).map((found) => ({ ...found, remaining: BigInt(found.remaining) })),
  }
}

interface FacingRow {
  readonly orderId: number
  readonly trader: string
  readonly side: Side
  readonly outcome: Outcome
  readonly price: number
  readonly remaining: string
  readonly expiresAtMs: number | null
}

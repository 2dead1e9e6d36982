import type { CandleInterval } from '../../domain/index.ts'
import type { Reader } from '../database.ts'
import { sql, toStatement } from './fragment.ts'
import type { ReadView } from './list-page.ts'

export interface StoredCandle {
  readonly startMs: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: string
  readonly trades: number
  readonly bestBid: number
  readonly bestAsk: number
}

export interface Candles {
  readonly view: ReadView
  /** Time of the served block. */
  readonly atMs: number
  /** Null: there is no such market. */
  readonly marketId: number | null
  /** Those of the span in which something changed, and before them the last one before it. */
  readonly stored: readonly StoredCandle[]
}

interface CandleSpan {
  readonly marketAddress: string
  readonly interval: CandleInterval
  readonly fromMs: number
  readonly toMs: number
}

/** A market's candles of a span of time, with what is carried into it. */
export async function listCandles(
  db: Reader,
  { marketAddress, interval, fromMs, toMs }: CandleSpan,
): Promise<Candles> {
  const statement = sql`
    with market as materialized (select id from markets where market_address = ${marketAddress}),
    found as (
      (select k.* from candles k, market
       where k.market_id = market.id and k."interval" = ${interval} and k.start_ms < ${fromMs}::bigint
       order by k.start_ms desc limit 1)
      union all
      (select k.* from candles k, market
       where k.market_id = market.id and k."interval" = ${interval}
         and k.start_ms >= ${fromMs}::bigint and k.start_ms < ${toMs}::bigint))
    select
      (select height from checkpoint) as height, (select revision from checkpoint) as revision,
      (select timestamp_ms from checkpoint) as at_ms, (select id from market) as market_id,
      (select json_agg(json_build_object('startMs', start_ms, 'open', open, 'high', high, 'low', low, 'close', close,
        'volume', volume::text, 'trades', trades, 'bestBid', best_bid, 'bestAsk', best_ask) order by start_ms)
       from found) as stored`
  const [row] = await db.query<{
    height: number | null
    revision: number | null
    at_ms: number | null
    market_id: number | null
    stored: StoredCandle[] | null
  }>(toStatement('list-candles', statement))
  return {
    view: { height: row?.height ?? 0, revision: row?.revision ?? 0 },
    atMs: row?.at_ms ?? 0,
    marketId: row?.market_id ?? null,
    stored: row?.stored ?? [],
  }
}

import type { Reader } from '../database.ts'
import { type FoundRecord, findRecord } from './find-record.ts'
import { sql } from './fragment.ts'
import { change24h } from './records.ts'

const dayMs = 86_400_000

/** A market in numbers. What is of a day is summed over its minutes, so it costs the same however much was traded. */
export const findMarketStats = (db: Reader, marketAddress: string): Promise<FoundRecord> =>
  findRecord(db, {
    label: 'find-market-stats',
    from: sql`
      markets m
      cross join lateral (
        select coalesce(sum(k.volume), 0) as volume, coalesce(sum(k.trades), 0)::bigint as trades
        from candles k
        where k.market_id = m.id and k."interval" = '1m'
          and k.start_ms > (select timestamp_ms from checkpoint) - ${dayMs}::bigint) day`,
    where: sql`m.market_address = ${marketAddress}`,
    record: sql`
      m.market_address as "marketAddress", m.id as "marketId", m.volume::text as "volume",
      day.volume::text as "volume24h", m.trade_count as "trades", day.trades as "trades24h",
      nullif(m.last_price, 0) as "lastPrice", ${change24h} as "change24h",
      m.open_interest::text as "openInterest",
      (select count(distinct p.user_address) from positions p where p.market_id = m.id) as "traders",
      nullif(m.best_ask_yes, 0) - nullif(m.best_bid_yes, 0) as "spread"`,
  })

import type { Reader } from '../database.ts'
import { counted } from './counted.ts'
import { type FoundRecord, findRecord } from './find-record.ts'
import { sql } from './fragment.ts'

const dayMs = 86_400_000

/** The venue at a glance, from sums and counters that the indexer keeps. */
export const findVenueStats = (db: Reader): Promise<FoundRecord> => {
  const markets = (status: string) => sql`coalesce(${counted('markets', [status])}, 0)::bigint`
  return findRecord(db, {
    label: 'find-venue-stats',
    from: sql`(values (1)) one (n)`,
    where: sql`true`,
    record: sql`
      json_build_object('open', ${markets('open')}, 'resolved', ${markets('resolved')}) as "markets",
      coalesce((select t.volume from wallet_totals t where t."interval" = 'all' and t.start_ms = 0 and t.wallet = ''),
        0)::text as "volume",
      coalesce((select sum(t.volume) from wallet_totals t where t."interval" = '1h' and t.wallet = ''
        and t.start_ms > (select timestamp_ms from checkpoint) - ${dayMs}::bigint), 0)::text as "volume24h",
      (select coalesce(sum(m.open_interest), 0) from markets m where not m.resolved)::text as "openInterest",
      coalesce((select c.last_id from id_counters c where c.name = 'trades'), 0) as "trades",
      (select count(*) from wallet_totals t where t."interval" = 'all' and t.wallet <> '') as "traders"`,
  })
}

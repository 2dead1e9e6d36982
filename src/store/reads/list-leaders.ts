import type { Reader } from '../database.ts'
import { type Fragment, sql, toStatement } from './fragment.ts'
import type { ReadView } from './list-page.ts'

export interface LeaderFilter {
  readonly by: 'profit' | 'volume'
  /** Whole hours up to the served block's; null: since the beginning. */
  readonly windowMs: number | null
  readonly limit: number
}

const columns = { profit: sql`profit`, volume: sql`volume` } as const

/** Wallets by what they earned or traded, the most first. */
export async function listLeaders(
  db: Reader,
  { by, windowMs, limit }: LeaderFilter,
): Promise<{ readonly view: ReadView; readonly rows: string }> {
  const best: Fragment =
    windowMs === null
      ? sql`
        select t.wallet, t.profit, t.volume
        from wallet_totals t
        where t."interval" = 'all' and t.wallet <> ''
        order by t.${columns[by]} desc, t.wallet
        limit ${limit}`
      : sql`
        select t.wallet, sum(t.profit) as profit, sum(t.volume) as volume
        from wallet_totals t
        where t."interval" = '1h' and t.wallet <> ''
          and t.start_ms > (select timestamp_ms from checkpoint) - ${windowMs}::bigint
        group by t.wallet
        order by ${columns[by]} desc, t.wallet
        limit ${limit}`
  const statement = sql`
    with best as materialized (${best}),
    ranked as (select *, row_number() over (order by ${columns[by]} desc, wallet) as rank from best)
    select
      (select height from checkpoint) as height, (select revision from checkpoint) as revision,
      (select coalesce(json_agg(json_build_object('rank', rank, 'address', wallet, 'profit', profit::text,
        'volume', volume::text) order by rank), '[]')::text from ranked) as rows`
  const [row] = await db.query<{ height: number | null; revision: number | null; rows: string }>(
    toStatement('list-leaders', statement),
  )
  return { view: { height: row?.height ?? 0, revision: row?.revision ?? 0 }, rows: row?.rows ?? '[]' }
}

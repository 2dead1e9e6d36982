import type { Reader } from '../database.ts'

const sql = `
  select market_id
  from (
    select market_id, dispute_ends_at_ms as due_ms
    from submissions
    where closed_at_ms is null and disputer is null and dispute_ends_at_ms <= $1
    union all
    select market_id, reveal_ends_at_ms
    from rounds
    where finalized_at_ms is null and reveal_ends_at_ms <= $1
    union all
    select s.market_id, d.appeal_ends_at_ms
    from submissions s
    cross join lateral (
      select appeal_ends_at_ms from rounds where market_id = s.market_id order by round desc limit 1
    ) d
    where s.closed_at_ms is null and s.disputer is not null and d.appeal_ends_at_ms <= $1
  ) due
  order by due_ms, market_id
  limit $2`

/** Markets whose dispute window, round or appeal window has run its time, longest overdue first. */
export async function listFinalizableMarkets(db: Reader, nowMs: number, limit: number): Promise<number[]> {
  const rows = await db.query<{ market_id: number }>({
    label: 'list-finalizable-markets',
    sql,
    values: [nowMs, limit],
  })
  return rows.map((row) => row.market_id)
}

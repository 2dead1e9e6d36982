import type { Reader } from '../../database.ts'

const sql = `
  select s.submission, s.closed_at_ms is not null as closed,
    case when s.disputer is null then s.dispute_ends_at_ms else (
      select d.appeal_ends_at_ms from rounds d where d.market_id = s.market_id order by d.round desc limit 1
    ) end as window_ends_at_ms
  from submissions s
  join markets m on m.id = s.market_id
  where m.market_address = $1
  order by s.submission desc
  limit 1`

export interface SubmissionStanding {
  readonly submission: number
  /** Until when it, or the last round's result, may be disputed; null while a round runs. */
  readonly windowEndsAtMs: number | null
  readonly closed: boolean
}

/** The newest submission of a market. */
export async function findSubmissionStanding(
  db: Reader,
  marketAddress: string,
): Promise<SubmissionStanding | null> {
  const [row] = await db.query<{
    submission: number
    window_ends_at_ms: number | null
    closed: boolean
  }>({ label: 'find-submission-standing', sql, values: [marketAddress] })
  if (row === undefined) return null
  return { submission: row.submission, windowEndsAtMs: row.window_ends_at_ms, closed: row.closed }
}

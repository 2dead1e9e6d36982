import type { Reader } from '../../database.ts'

const sql = `
  select s.submission, s.dispute_ends_at_ms, s.disputer is not null as disputed, s.closed_at_ms is not null as closed
  from submissions s
  join markets m on m.id = s.market_id
  where m.market_address = $1
  order by s.submission desc
  limit 1`

export interface SubmissionStanding {
  readonly submission: number
  readonly disputeEndsAtMs: number
  readonly disputed: boolean
  readonly closed: boolean
}

/** The newest submission of a market. */
export async function findSubmissionStanding(
  db: Reader,
  marketAddress: string,
): Promise<SubmissionStanding | null> {
  const [row] = await db.query<{
    submission: number
    dispute_ends_at_ms: number
    disputed: boolean
    closed: boolean
  }>({ label: 'find-submission-standing', sql, values: [marketAddress] })
  if (row === undefined) return null
  const { submission, disputed, closed } = row
  return { submission, disputeEndsAtMs: row.dispute_ends_at_ms, disputed, closed }
}

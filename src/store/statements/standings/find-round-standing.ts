import type { Reader } from '../../database.ts'

const sql = `
  select r.round, r.commit_ends_at_ms, r.reveal_ends_at_ms, r.finalized_at_ms is not null as finalized
  from rounds r
  join markets m on m.id = r.market_id
  where m.market_address = $1
  order by r.round desc
  limit 1`

export interface RoundStanding {
  readonly round: number
  readonly commitEndsAtMs: number
  readonly revealEndsAtMs: number
  readonly finalized: boolean
}

/** The newest round of a market's disputes. */
export async function findRoundStanding(db: Reader, marketAddress: string): Promise<RoundStanding | null> {
  const [row] = await db.query<{
    round: number
    commit_ends_at_ms: number
    reveal_ends_at_ms: number
    finalized: boolean
  }>({ label: 'find-round-standing', sql, values: [marketAddress] })
  if (row === undefined) return null
  return {
    round: row.round,
    commitEndsAtMs: row.commit_ends_at_ms,
    revealEndsAtMs: row.reveal_ends_at_ms,
    finalized: row.finalized,
  }
}

import type { Reader } from '../database.ts'

export interface UnworkedCommit {
  readonly marketId: number
  readonly round: number
  readonly voter: string
}

const sql = `
  select c.market_id, c.round, c.voter
  from commits c
  join rounds d on d.market_id = c.market_id and d.round = c.round
  join submissions s on s.market_id = d.market_id and s.submission = d.submission
  where c.worked_off_at_ms is null and s.closed_at_ms is not null
  order by c.committed_at_ms, c.id
  limit $1`

/** Commits of submissions that are over which nobody has slashed or rewarded yet, oldest first. */
export async function listUnworkedCommits(db: Reader, limit: number): Promise<UnworkedCommit[]> {
  const rows = await db.query<{ market_id: number; round: number; voter: string }>({
    label: 'list-unworked-commits',
    sql,
    values: [limit],
  })
  return rows.map((row) => ({ marketId: row.market_id, round: row.round, voter: row.voter }))
}

import type { VoteChoice } from '../../domain/index.ts'
import type { Reader } from '../database.ts'

export interface DueReveal {
  readonly id: number
  readonly marketId: number
  readonly voter: string
  readonly round: number
  readonly vote: VoteChoice
  readonly sealedSalt: Uint8Array
  readonly attemptCount: number
  readonly lastAttemptHeight: number
}

const sql = `
  select r.id, r.market_id, r.voter, r.round, r.vote, r.sealed_salt, r.attempt_count, r.last_attempt_height
  from relayed_reveals r
  join commits c on c.market_id = r.market_id and c.round = r.round and c.voter = r.voter
  join rounds d on d.market_id = r.market_id and d.round = r.round
  where c.vote = 0 and d.commit_ends_at_ms <= $1 and $1 < d.reveal_ends_at_ms and r.attempt_count < $2
  order by d.reveal_ends_at_ms, r.id
  limit $3`

/** Stored votes whose window is open and which no block shows revealed yet, the most urgent first. */
export async function listDueReveals(
  db: Reader,
  {
    nowMs,
    attemptsMax,
    limit,
  }: { readonly nowMs: number; readonly attemptsMax: number; readonly limit: number },
): Promise<DueReveal[]> {
  const rows = await db.query<{
    id: number
    market_id: number
    voter: string
    round: number
    vote: VoteChoice
    sealed_salt: Uint8Array
    attempt_count: number
    last_attempt_height: number
  }>({ label: 'list-due-reveals', sql, values: [nowMs, attemptsMax, limit] })
  return rows.map((row) => ({
    id: row.id,
    marketId: row.market_id,
    voter: row.voter,
    round: row.round,
    vote: row.vote,
    sealedSalt: row.sealed_salt,
    attemptCount: row.attempt_count,
    lastAttemptHeight: row.last_attempt_height,
  }))
}

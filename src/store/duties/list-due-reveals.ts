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
  readonly revealEndsAtMs: number
  /** Of the last attempt that the node took. */
  readonly revealTxId: string | null
}

const sql = `
  select r.id, r.market_id, r.voter, r.round, r.vote, r.sealed_salt, r.attempt_count, r.last_attempt_height,
    r.reveal_tx_id, d.reveal_ends_at_ms
  from relayed_reveals r
  join commits c on c.market_id = r.market_id and c.round = r.round and c.voter = r.voter
  join rounds d on d.market_id = r.market_id and d.round = r.round
  where c.vote = 0 and d.commit_ends_at_ms <= $1 and d.reveal_ends_at_ms > (select timestamp_ms from checkpoint)
    and r.last_attempt_height <> $2
  order by r.last_attempt_height, d.reveal_ends_at_ms, r.id
  limit $3`

/**
 * Stored votes whose window is open and which no block shows revealed yet; those tried longest ago first, so that ones
 * that fail keep no other waiting. The window is over when a block says so: no clock ends it early. Those tried at this
 * height wait for another block.
 */
export async function listDueReveals(
  db: Reader,
  { nowMs, height, limit }: { readonly nowMs: number; readonly height: number; readonly limit: number },
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
    reveal_ends_at_ms: number
    reveal_tx_id: string | null
  }>({ label: 'list-due-reveals', sql, values: [nowMs, height, limit] })
  return rows.map((row) => ({
    id: row.id,
    marketId: row.market_id,
    voter: row.voter,
    round: row.round,
    vote: row.vote,
    sealedSalt: row.sealed_salt,
    attemptCount: row.attempt_count,
    lastAttemptHeight: row.last_attempt_height,
    revealEndsAtMs: row.reveal_ends_at_ms,
    revealTxId: row.reveal_tx_id,
  }))
}

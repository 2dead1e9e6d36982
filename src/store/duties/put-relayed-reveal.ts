import type { VoteChoice } from '../../domain/index.ts'
import type { Writer } from '../database.ts'

export interface NewRelayedReveal {
  readonly id: number
  readonly marketId: number
  readonly marketAddress: string
  readonly voter: string
  readonly round: number
  readonly vote: VoteChoice
  readonly sealedSalt: Uint8Array
  readonly commitTxId: string
  readonly createdAtMs: number
}

const sql = `
  insert into relayed_reveals (id, market_id, market_address, voter, round, vote, sealed_salt, commit_tx_id, created_at_ms)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
  on conflict (id) do update
  set vote = excluded.vote, sealed_salt = excluded.sealed_salt, commit_tx_id = excluded.commit_tx_id`

/**
 * Stores a vote to reveal. The last one counts: a commit that waited may be replaced by another, and once one is on chain only
 * what opens it is taken.
 */
export async function putRelayedReveal(db: Writer, reveal: NewRelayedReveal): Promise<void> {
  const values = [
    reveal.id,
    reveal.marketId,
    reveal.marketAddress,
    reveal.voter,
    reveal.round,
    reveal.vote,
    reveal.sealedSalt,
    reveal.commitTxId,
    reveal.createdAtMs,
  ]
  await db.execute({ label: 'put-relayed-reveal', sql, values })
}

import type { Writer } from '../database.ts'

export interface RevealAttempt {
  readonly id: number
  /** Height of the node when it was tried: the next attempt waits for another block. */
  readonly height: number
  readonly lastError: string | null
  readonly revealTxId: string | null
  /** False: too early to count, only not to be repeated before the next block. */
  readonly counts: boolean
}

const sql = `
  update relayed_reveals
  set attempt_count = attempt_count + $5, last_attempt_height = $2, last_error = $3,
    reveal_tx_id = coalesce($4, reveal_tx_id)
  where id = $1
  returning attempt_count`

/** Answers the number of attempts so far. */
export async function recordRevealAttempt(db: Writer, attempt: RevealAttempt): Promise<number> {
  const values = [attempt.id, attempt.height, attempt.lastError, attempt.revealTxId, attempt.counts ? 1 : 0]
  const [row] = await db.query<{ attempt_count: number }>({ label: 'record-reveal-attempt', sql, values })
  return row?.attempt_count ?? 0
}

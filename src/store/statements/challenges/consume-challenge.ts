import type { Writer } from '../../database.ts'

const sql = `
  update challenges
  set used_at_ms = $2
  where id = $1 and used_at_ms is null and tries < $3 and expires_at_ms > $2`

/** Uses a challenge up. False when somebody was first, or it ended meanwhile; the row's lock decides between twins. */
export async function consumeChallenge(
  tx: Writer,
  id: string,
  { nowMs, triesMax }: { nowMs: number; triesMax: number },
): Promise<boolean> {
  const count = await tx.execute({ label: 'consume-challenge', sql, values: [id, nowMs, triesMax] })
  return count === 1
}

import type { Writer } from '../../database.ts'

const sql = `
  update challenges
  set tries = tries + 1
  where id = any($1::text[]) and client = $2 and used_at_ms is null`

/** Adds a try to challenges a wrong signature was tested against, as far as the same caller had asked for them. */
export async function countChallengeTries(db: Writer, ids: readonly string[], client: string): Promise<void> {
  await db.execute({ label: 'count-challenge-tries', sql, values: [ids, client] })
}

import type { Writer } from '../database.ts'

const sql = `
  update index_health
  set leader = null, leader_until_ms = 0
  where leader = $1`

/** On the way out: the next indexer need not wait for the lease to end. */
export async function releaseLead(db: Writer, leader: string): Promise<void> {
  await db.execute({ label: 'release-lead', sql, values: [leader] })
}

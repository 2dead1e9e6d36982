import type { Writer } from '../database.ts'

const sql = `
  delete from keeper_lead
  where holder = $1`

/** On the way out: the next keeper need not wait for the lease to end. */
export async function releaseKeeperLead(db: Writer, holder: string): Promise<void> {
  await db.execute({ label: 'release-keeper-lead', sql, values: [holder] })
}

import type { Writer } from '../database.ts'
import type { LeaderRole } from './claim-lease.ts'

const sql = `
  update leader_leases
  set holder = '', term = term + 1
  where role = $1 and holder = $2`

/** The next one need not wait for the lease to end. The row stays: a term that came again would look unrenewed. */
export async function releaseLease(
  db: Writer,
  lease: { readonly role: LeaderRole; readonly holder: string },
): Promise<void> {
  await db.execute({ label: 'release-lease', sql, values: [lease.role, lease.holder] })
}

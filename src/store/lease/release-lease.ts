import type { Writer } from '../database.ts'
import type { LeaderRole } from './claim-lease.ts'

const sql = `
  delete from leader_leases
  where role = $1 and holder = $2`

/** The next one need not wait for the lease to end. */
export async function releaseLease(
  db: Writer,
  lease: { readonly role: LeaderRole; readonly holder: string },
): Promise<void> {
  await db.execute({ label: 'release-lease', sql, values: [lease.role, lease.holder] })
}

import type { Writer } from '../database.ts'
import type { LeaderRole } from './claim-lease.ts'

const sql = `
  update leader_leases
  set holder = '', term = term + 1
  where role = $1 and holder = $2 and term = $3`

/**
 * The next one need not wait for the lease to end. The row stays: a term that came again would look unrenewed. Only in the
 * term that was held: a statement that arrives late may not free what the same process has taken anew. False: the lease was in another one.
 */
export async function releaseLease(
  db: Writer,
  lease: { readonly role: LeaderRole; readonly holder: string; readonly term: number },
): Promise<boolean> {
  const freed = await db.execute({
    label: 'release-lease',
    sql,
    values: [lease.role, lease.holder, lease.term],
  })
  return freed > 0
}

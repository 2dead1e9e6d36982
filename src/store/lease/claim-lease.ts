import type { Writer } from '../database.ts'

/** Roles of which one process at a time works. */
export type LeaderRole = 'indexer' | 'keeper'

const sql = `
  insert into leader_leases (role, holder, until_ms)
  values ($1, $2, $4)
  on conflict (role) do update
  set holder = excluded.holder, until_ms = excluded.until_ms
  where leader_leases.holder = $2 or leader_leases.until_ms <= $3 or leader_leases.until_ms > $5
  returning holder`

/**
 * Takes or renews a lease; false while another holds it and is alive. One that ends more than a whole lease later than
 * any that could be granted now was granted by a clock that has been put back since: nobody waits for that. Less than
 * that is how far two processes' estimates of the database's clock are apart.
 */
export async function claimLease(
  db: Writer,
  claim: {
    readonly role: LeaderRole
    readonly holder: string
    readonly nowMs: number
    readonly leaseMs: number
  },
): Promise<boolean> {
  const { role, holder, nowMs, leaseMs } = claim
  const values = [role, holder, nowMs, nowMs + leaseMs, nowMs + 2 * leaseMs]
  const rows = await db.query({ label: 'claim-lease', sql, values })
  return rows.length === 1
}

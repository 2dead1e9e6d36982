import type { Writer } from '../database.ts'

/** Roles of which one process at a time works. */
export type LeaderRole = 'indexer' | 'keeper'

/** The second half sees the table as it was before the first: whoever was refused learns whose term stands in its way. */
const sql = `
  with claimed as (
    insert into leader_leases (role, holder, term)
    values ($1, $2, 1)
    on conflict (role) do update
    set holder = excluded.holder, term = leader_leases.term + 1
    where leader_leases.holder in ($2, '') or leader_leases.term = $3
    returning term)
  select true as "isMine", term
  from claimed
  union all
  select false, term
  from leader_leases
  where role = $1 and not exists (select from claimed)`

export interface Claimed {
  readonly isMine: boolean
  /** Another one with each renewal. */
  readonly term: number
}

/**
 * Takes or renews a lease; null when another made it in the same moment. Another's is taken only when it was given up, or in
 * the term that the caller calls overdue.
 */
export async function claimLease(
  db: Writer,
  claim: { readonly role: LeaderRole; readonly holder: string; readonly overdueTerm: number | null },
): Promise<Claimed | null> {
  const values = [claim.role, claim.holder, claim.overdueTerm]
  const [claimed] = await db.query<Claimed>({ label: 'claim-lease', sql, values })
  return claimed ?? null
}

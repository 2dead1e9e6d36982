import type { Writer } from '../database.ts'

const sql = `
  insert into index_health (node_height, caught_up_at_ms, checked_at_ms, leader, leader_until_ms)
  values (0, 0, 0, $1, $3)
  on conflict (id) do update
  set leader = excluded.leader, leader_until_ms = excluded.leader_until_ms
  where index_health.leader is null or index_health.leader = $1 or index_health.leader_until_ms <= $2
  returning leader`

/** Takes or renews the lead; false while another indexer has it and is alive. */
export async function claimLead(
  db: Writer,
  claim: { readonly leader: string; readonly nowMs: number; readonly leaseMs: number },
): Promise<boolean> {
  const values = [claim.leader, claim.nowMs, claim.nowMs + claim.leaseMs]
  const rows = await db.query({ label: 'claim-lead', sql, values })
  return rows.length === 1
}

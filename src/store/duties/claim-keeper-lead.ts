import type { Writer } from '../database.ts'

const sql = `
  insert into keeper_lead (holder, until_ms)
  values ($1, $3)
  on conflict (id) do update
  set holder = excluded.holder, until_ms = excluded.until_ms
  where keeper_lead.holder = $1 or keeper_lead.until_ms <= $2
  returning holder`

/** Takes or renews the lead among keepers; false while another has it and is alive. */
export async function claimKeeperLead(
  db: Writer,
  claim: { readonly holder: string; readonly nowMs: number; readonly leaseMs: number },
): Promise<boolean> {
  const values = [claim.holder, claim.nowMs, claim.nowMs + claim.leaseMs]
  const rows = await db.query({ label: 'claim-keeper-lead', sql, values })
  return rows.length === 1
}

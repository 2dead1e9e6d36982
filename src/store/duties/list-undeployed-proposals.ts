import type { Reader } from '../database.ts'

const sql = `
  select id
  from proposals
  where refunded_at_ms is null and status = 'accepted' and deployed_count < greatest(leg_count, 1)
  order by id
  limit $1`

/** Accepted proposals that have markets to deploy, oldest first. */
export async function listUndeployedProposals(db: Reader, limit: number): Promise<number[]> {
  const rows = await db.query<{ id: number }>({ label: 'list-undeployed-proposals', sql, values: [limit] })
  return rows.map((row) => row.id)
}

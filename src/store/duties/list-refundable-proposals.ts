import type { Reader } from '../database.ts'

const sql = `
  select id
  from proposals
  where refunded_at_ms is null
    and (status = 'rejected' or (status = 'accepted' and deployed_count >= greatest(leg_count, 1)))
  order by id
  limit $1`

/** Decided proposals whose deposit can go back, oldest first. */
export async function listRefundableProposals(db: Reader, limit: number): Promise<number[]> {
  const rows = await db.query<{ id: number }>({ label: 'list-refundable-proposals', sql, values: [limit] })
  return rows.map((row) => row.id)
}

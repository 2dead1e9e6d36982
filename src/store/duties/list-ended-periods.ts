import type { Reader } from '../database.ts'

const sql = `
  select id
  from periods
  where frozen_at_ms is null and ends_at_ms <= $1
  order by id
  limit $2`

/** Periods that are over and wait to be frozen, oldest first. */
export async function listEndedPeriods(db: Reader, nowMs: number, limit: number): Promise<number[]> {
  const rows = await db.query<{ id: number }>({ label: 'list-ended-periods', sql, values: [nowMs, limit] })
  return rows.map((row) => row.id)
}

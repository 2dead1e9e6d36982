import type { Reader } from './database.ts'

const sql = 'select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as now_ms'

/** The database's time, read as a value. */
export async function readTime(points: Reader): Promise<number> {
  const rows = await points.query<{ now_ms: number }>({ label: 'read-time', sql })
  return rows[0]?.now_ms ?? Number.NaN
}

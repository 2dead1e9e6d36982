import type { Reader } from '../../database.ts'

const sql = `
  select value
  from settings
  where name = $1`

/** A switch an operator may have turned; null when nobody did. */
export async function findSetting(points: Reader, name: string): Promise<unknown> {
  const rows = await points.query<{ value: unknown }>({ label: 'find-setting', sql, values: [name] })
  return rows[0]?.value ?? null
}

import type { Reader } from '../database.ts'

/** The vote weight of all stakes together. */
export async function findWholeWeight(db: Reader): Promise<number> {
  const [row] = await db.query<{ whole_weight: number }>({
    label: 'find-whole-weight',
    sql: 'select whole_weight from vault_totals where id = 1',
    values: [],
  })
  return row?.whole_weight ?? 0
}

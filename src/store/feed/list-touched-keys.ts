import type { ChainTable } from '../chain/define-table.ts'
import type { Reader } from '../database.ts'

const sql = `
  select distinct row_key as key
  from undo_log
  where table_name = $1 and height > $2`

/** Keys of the rows of a table that blocks above a height changed. */
export async function listTouchedKeys<R>(
  db: Reader,
  table: ChainTable<R>,
  height: number,
): Promise<Partial<R>[]> {
  const rows = await db.query<{ key: Record<string, unknown> }>({
    label: 'list-touched-keys',
    sql,
    values: [table.name, height],
  })
  return rows.map(({ key }) =>
    Object.fromEntries(table.key.map(({ field, name }) => [field, key[name]])),
  ) as Partial<R>[] // images are written with the table's own key columns
}

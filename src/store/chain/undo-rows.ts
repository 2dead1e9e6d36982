import type { Writer } from '../database.ts'
import type { ChainTable } from './define-table.ts'
import { nameList, recordColumns } from './row-json.ts'
import { onConflict } from './write-rows.ts'

/** The oldest image above the height is the row as it was at that height. */
const oldestImages = `
  select distinct on (row_key) row_key, image
  from undo_log
  where table_name = '$table' and height > $1
  order by row_key, height`

/** Puts the rows of a table back to what they were at a height: born later, they go; changed later, they change back. */
export async function undoRows(db: Writer, table: ChainTable<unknown>, height: number): Promise<void> {
  const images = oldestImages.replace('$table', table.name)
  const sameKey = table.key
    .map(({ name, sqlType }) => `t.${name} = (u.row_key ->> '${name}')::${sqlType}`)
    .join(' and ')
  await db.execute({
    label: `undo-born-${table.name}`,
    sql: `
      delete from ${table.name} t
      using (${images}) u
      where u.image is null and ${sameKey}`,
    values: [height],
  })
  await db.execute({
    label: `undo-changed-${table.name}`,
    sql: `
      insert into ${table.name} (${nameList(table.columns)})
      select ${nameList(table.columns, 'r.')}
      from (${images}) u, jsonb_to_record(u.image) as r (${recordColumns(table.columns)})
      where u.image is not null
      ${onConflict(table)}`,
    values: [height],
  })
}

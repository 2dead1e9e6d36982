import type { Writer } from '../database.ts'
import type { ChainTable } from './define-table.ts'
import { rowsFrom, toArrays } from './row-arrays.ts'
import { nameList } from './row-json.ts'

/** More would hold the embedded database's only connection for too long. */
const ROWS_MAX = 500

/** Inserts rows, or replaces what may change in those that exist. */
export async function writeRows<R>(db: Writer, table: ChainTable<R>, rows: readonly R[]): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_MAX) {
    const part = rows.slice(from, from + ROWS_MAX)
    await db.execute({
      label: `write-rows-${table.name}`,
      sql: writeSql(table),
      values: toArrays(table.columns, part),
    })
  }
}

function writeSql(table: ChainTable<unknown>): string {
  return `
    insert into ${table.name} (${nameList(table.columns)})
    select ${nameList(table.columns)}
    from ${rowsFrom(table.columns)} r
    ${onConflict(table)}`
}

function onConflict(table: ChainTable<unknown>): string {
  const changing = table.columns.filter((column) => !column.isFixed)
  if (changing.length === 0) return `on conflict (${nameList(table.key)}) do nothing`
  return `on conflict (${nameList(table.key)}) do update
    set ${changing.map(({ name }) => `${name} = excluded.${name}`).join(', ')}`
}

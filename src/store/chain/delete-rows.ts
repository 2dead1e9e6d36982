import type { Writer } from '../database.ts'
import type { ChainTable } from './define-table.ts'
import { PAGE_ROWS } from './query-in-pages.ts'
import { rowsFrom, toArrays } from './row-arrays.ts'

/** Deletes the rows with these keys. */
export async function deleteRows<R>(
  db: Writer,
  table: ChainTable<R>,
  keys: readonly Partial<R>[],
): Promise<void> {
  const sql = `
    delete from ${table.name} t
    using ${rowsFrom(table.key)} k
    where ${table.key.map(({ name }) => `t.${name} = k.${name}`).join(' and ')}`
  for (let from = 0; from < keys.length; from += PAGE_ROWS) {
    const values = toArrays(table.key, keys.slice(from, from + PAGE_ROWS))
    await db.execute({ label: `delete-rows-${table.name}`, sql, values })
  }
}

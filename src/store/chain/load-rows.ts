import { assert } from '../../kit/index.ts'
import type { Reader } from '../database.ts'
import type { ChainTable } from './define-table.ts'
import { PAGE_ROWS } from './query-in-pages.ts'
import { rowsFrom, toArrays } from './row-arrays.ts'
import { fromRow, nameList } from './row-json.ts'

/** Rows whose `fields` have one of the wanted values. The caller names fields that an index of the table begins with. */
export async function loadRows<R, F extends keyof R & string>(
  db: Reader,
  table: ChainTable<R>,
  fields: readonly F[],
  wanted: readonly Pick<R, F>[],
  pageRows = PAGE_ROWS,
): Promise<R[]> {
  if (wanted.length === 0) return []
  const by = fields.map((field) => {
    const column = table.columns.find((candidate) => candidate.field === field)
    assert(column, `${table.name} has no ${field}`)
    return column
  })
  const sql = `
    select ${nameList(table.columns, 't.')}
    from ${rowsFrom(by)} k
    join ${table.name} t using (${nameList(by)})`
  const label = `load-rows-${table.name}-by-${fields.join('-')}`
  const found: R[] = []
  for (let from = 0; from < wanted.length; from += pageRows) {
    const values = toArrays(by, wanted.slice(from, from + pageRows))
    for (const row of await db.query<Record<string, unknown>>({ label, sql, values }))
      found.push(fromRow(table, row))
  }
  return found
}

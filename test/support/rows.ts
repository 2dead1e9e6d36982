import type { ChainTable, Database } from '../../src/store/index.ts'
import { writeRows } from '../../src/store/writes/indexer.ts'

const empty: Readonly<Record<string, unknown>> = {
  bigint: 0,
  numeric: 0n,
  text: '',
  boolean: false,
  'text[]': [],
  jsonb: [],
}

/** A row of which only what is given matters; the rest is empty, and null where nothing is said of a moment or a result. */
export function rowOf<R>(table: ChainTable<R>, given: Partial<R>): R {
  const isLate =
    /^(disputer|taker|result|salt|finalOutcome|(disputed|closed|finalized|appealEnds|refunded|frozen|resolved|workedOff)AtMs)$/
  const blank = table.columns.map(({ field, sqlType }) => [field, isLate.test(field) ? null : empty[sqlType]])
  return { ...Object.fromEntries(blank), ...given } as R
}

/** Writes such rows. */
export const putRows = <R>(
  database: Database,
  table: ChainTable<R>,
  rows: readonly Partial<R>[],
): Promise<void> =>
  writeRows(
    database,
    table,
    rows.map((given) => rowOf(table, given)),
  )

export async function emptyTables(database: Database, ...tables: readonly { readonly name: string }[]) {
  for (const { name } of tables) await database.execute({ label: 'empty-table', sql: `delete from ${name}` })
}

import type { Reader, Row, Statement } from '../database.ts'

/**
 * Rows of one page. A statement of the indexer takes as long as the rows it is asked for, and one block may end every
 * order of a market, so nothing is asked for whole.
 */
export const PAGE_ROWS = 1_000

/**
 * The rows of a statement a page at a time, by a cursor: each page is a statement of its own under its own time limit.
 * The rows are those of the moment it is opened, whatever the transaction changes meanwhile. Only in a transaction, which
 * closes the cursor if nobody reads to the end.
 */
export async function* queryInPages<R extends object = Row>(
  tx: Reader,
  { label, sql, values = [] }: Statement,
  pageRows = PAGE_ROWS,
): AsyncGenerator<R[]> {
  await tx.query({ label, sql: `declare "${label}" no scroll cursor for ${sql}`, values })
  for (;;) {
    const rows = await tx.query<R>({ label, sql: `fetch forward ${pageRows} from "${label}"` })
    if (rows.length > 0) yield rows
    if (rows.length < pageRows) break
  }
  await tx.query({ label, sql: `close "${label}"` })
}

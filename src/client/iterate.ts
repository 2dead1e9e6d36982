import type { Pagination } from '../wire/index.ts'
import type { CallOptions } from './transport.ts'

/** Two hundred thousand rows of the largest pages: who walks further should say so. */
const PAGES_MAX = 1_000

export interface IterateOptions extends CallOptions {
  /** Ends after so many rows. */
  readonly rowsMax?: number | undefined
  /** Refuses to ask for more pages than this. */
  readonly pagesMax?: number | undefined
}

/**
 * Rows of a list one by one, following cursors: no row is repeated or skipped while others are added. Ends with the
 * list, or after `rowsMax`; a list that is longer than `pagesMax` pages is an error, not a silent half.
 */
export async function* iterate<Row, Input extends { readonly cursor?: string | undefined }>(
  askPage: (
    input: Input,
    options: CallOptions,
  ) => Promise<{ readonly rows: readonly Row[]; readonly pagination: Pagination }>,
  input: Input,
  { rowsMax = Number.POSITIVE_INFINITY, pagesMax = PAGES_MAX, ...options }: IterateOptions = {},
): AsyncGenerator<Row, void, undefined> {
  let left = rowsMax
  let cursor = input.cursor
  for (let page = 0; page < pagesMax && left > 0; page++) {
    const { rows, pagination } = await askPage(cursor === undefined ? input : { ...input, cursor }, options)
    for (const row of rows.slice(0, left)) {
      options.signal?.throwIfAborted()
      yield row
    }
    left -= rows.length
    if (pagination.nextCursor === null) return
    cursor = pagination.nextCursor
  }
  if (left > 0) throw new RangeError(`the list goes on after ${pagesMax} pages; ask for more with pagesMax`)
}

import { type Fragment, sql } from './fragment.ts'

/** The sum of some of the indexer's counters: an exact total without counting. */
export const counted = (scope: string, keys: readonly string[]): Fragment =>
  sql`(select sum(n) from list_counts where scope = ${scope} and key = any(${keys}::text[]))`

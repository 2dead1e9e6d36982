import { type Fragment, sql } from './fragment.ts'

/** A column of milliseconds as the interface writes times: ISO-8601 UTC, milliseconds, Z. Null stays null. */
export const iso = (column: Fragment): Fragment =>
  sql`to_char(timestamp 'epoch' + ${column} * interval '1 millisecond', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

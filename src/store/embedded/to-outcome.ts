import type { Row } from '../database.ts'
import type { Outcome } from '../driver.ts'
import { decoderFor } from '../sql-value.ts'
import type { Answer } from './pglite-thread.ts'

/** Rows of text into rows of values, by the types of their columns. */
export function toOutcome({ fields, rows, tag }: Answer): Outcome {
  const columns = fields.map(({ name, oid }) => ({ name, decode: decoderFor(oid) }))
  const toRow = (values: readonly (string | null)[]): Row => {
    const row: Row = {}
    for (const [index, { name, decode }] of columns.entries()) {
      const value = values[index] ?? null
      row[name] = value === null ? null : decode(value)
    }
    return row
  }
  return { rows: rows.map(toRow), count: Number(tag.split(' ').at(-1)) || 0 }
}

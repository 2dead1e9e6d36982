import type { SqlValue } from '../database.ts'
import { encodeArray } from '../sql-array.ts'
import type { NamedColumn } from './define-table.ts'

/** A list cannot be an item of an array that is unnested, and JSON need not: their items go as text. */
const isText = ({ sqlType }: NamedColumn): boolean => sqlType === 'text[]' || sqlType === 'jsonb'

/** Rows that are given as an array for each column, as something to select from. */
export function rowsFrom(columns: readonly NamedColumn[]): string {
  const arrays = columns.map(
    (column, index) => `$${index + 1}::${isText(column) ? 'text' : column.sqlType}[]`,
  )
  const items = columns.map((column) => `"${column.name}"${isText(column) ? `::${column.sqlType}` : ''}`)
  const names = columns.map(({ name }) => `"${name}"`)
  const rows = `unnest(${arrays.join(', ')}) as u (${names.join(', ')})`
  return columns.some(isText)
    ? `(select ${items.map((item, index) => `${item} as ${names[index]}`).join(', ')} from ${rows})`
    : `(select * from ${rows})`
}

/** What stands for those arrays. */
export const toArrays = <R>(columns: readonly NamedColumn[], rows: readonly R[]): SqlValue[] =>
  columns.map((column) => {
    const { field } = column
    const values = rows.map((row) => (row as Readonly<Record<string, unknown>>)[field]) // its fields are the columns'
    return isText(column) ? values.map((value) => toText(column, value)) : (values as Item[])
  })

type Item = string | number | bigint | boolean | null

function toText({ sqlType }: NamedColumn, value: unknown): string | null {
  if (value === null) return null
  return sqlType === 'jsonb' ? JSON.stringify(value) : encodeArray(value as readonly string[])
}

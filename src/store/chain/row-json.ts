import type { ChainTable, NamedColumn } from './define-table.ts'

export const nameList = (columns: readonly NamedColumn[], prefix = ''): string =>
  columns.map(({ name }) => `${prefix}"${name}"`).join(', ')

/** A row as JSON with column names; amounts go as digits, so nothing is rounded on the way. */
export function toRowJson<R>(columns: readonly NamedColumn[], row: R): string {
  const fields = row as Readonly<Record<string, unknown>> // a row of ours: its fields are the columns'
  let out = ''
  for (const { field, name } of columns) {
    const value = fields[field]
    const encoded =
      typeof value === 'bigint'
        ? `"${value}"`
        : typeof value === 'number'
          ? String(value)
          : JSON.stringify(value)
    out += `${out === '' ? '{' : ','}"${name}":${encoded}`
  }
  return `${out}}`
}

/** A row as the driver delivers it → a row of ours: names back to fields, digits back to amounts. */
export function fromRow<R>(table: ChainTable<R>, row: Readonly<Record<string, unknown>>): R {
  const out: Record<string, unknown> = {}
  for (const { field, name, sqlType } of table.columns) {
    const value = row[name]
    out[field] = sqlType === 'numeric' && value !== null ? BigInt(String(value)) : value
  }
  return out as R // the table's columns are exactly the row's fields
}

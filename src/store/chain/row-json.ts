import type { ChainTable, NamedColumn } from './define-table.ts'

/** `id bigint, trader text, …`: how json_to_recordset is told what the JSON holds. */
export const recordColumns = (columns: readonly NamedColumn[]): string =>
  columns.map(({ name, sqlType }) => `"${name}" ${sqlType}`).join(', ')

export const nameList = (columns: readonly NamedColumn[], prefix = ''): string =>
  columns.map(({ name }) => `${prefix}"${name}"`).join(', ')

/** Rows as one JSON text with column names; amounts go as digits, so nothing is rounded on the way. */
export function toRowsJson<R>(columns: readonly NamedColumn[], rows: readonly R[]): string {
  return `[${rows.map((row) => toRowJson(columns, row)).join(',')}]`
}

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

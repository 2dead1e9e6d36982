import type { Writer } from '../database.ts'
import type { ChainTable } from './define-table.ts'
import { toRowJson } from './row-json.ts'

/** What a row was before a block; `before` null: it did not exist. */
export interface UndoImage<R> {
  readonly height: number
  readonly key: Partial<R>
  readonly before: R | null
}

/** An image as it goes into the log. */
export interface UndoEntry {
  readonly height: number
  readonly tableName: string
  readonly key: string
  readonly image: string
}

/** Images of one table's rows, as the text that goes into the log. */
export function toUndoEntries<R>(table: ChainTable<R>, images: readonly UndoImage<R>[]): UndoEntry[] {
  return images.map(({ height, key, before }) => ({
    height,
    tableName: table.name,
    key: toRowJson(table.key, key),
    image: before === null ? 'null' : toRowJson(table.columns, before),
  }))
}

const ENTRIES_MAX = 500

/** Between entries of a statement: JSON has no control characters. */
const separator = '\n'

const sql = `
  insert into undo_log (height, table_name, row_key, image)
  select height, table_name, row_key::json, image::json
  from unnest($1::bigint[], $2::text[], string_to_array($3, E'\\n'), string_to_array($4, E'\\n', 'null'))
    as r (height, table_name, row_key, image)`

/** Images of all tables of a batch together: most tables have a handful, and a statement for each took longest of all. */
export async function insertUndoImages(db: Writer, entries: readonly UndoEntry[]): Promise<void> {
  for (let from = 0; from < entries.length; from += ENTRIES_MAX) {
    const part = entries.slice(from, from + ENTRIES_MAX)
    const values = [
      part.map(({ height }) => height),
      part.map(({ tableName }) => tableName),
      part.map(({ key }) => key).join(separator),
      part.map(({ image }) => image).join(separator),
    ]
    await db.execute({ label: 'insert-undo-images', sql, values })
  }
}

import type { Writer } from '../database.ts'
import type { ChainTable } from './define-table.ts'
import { toRowJson } from './row-json.ts'

/** What a row was before a block; `before` null: it did not exist. */
export interface UndoImage<R> {
  readonly height: number
  readonly key: Partial<R>
  readonly before: R | null
}

/** Images of one table's rows, as the text that goes into the log. */
export function toImageTexts<R>(table: ChainTable<R>, images: readonly UndoImage<R>[]): string[] {
  return images.map(({ height, key, before }) => {
    const image = before === null ? 'null' : toRowJson(table.columns, before)
    return `{"height":${height},"table_name":"${table.name}","row_key":${toRowJson(table.key, key)},"image":${image}}`
  })
}

const IMAGES_MAX = 500

const sql = `
  insert into undo_log (height, table_name, row_key, image)
  select height, table_name, row_key, image
  from json_to_recordset($1::json) as r (height bigint, table_name text, row_key jsonb, image jsonb)`

/** Images of all tables of a batch together: most tables have a handful, and a statement for each took longest of all. */
export async function insertUndoImages(db: Writer, images: readonly string[]): Promise<void> {
  for (let from = 0; from < images.length; from += IMAGES_MAX) {
    const part = images.slice(from, from + IMAGES_MAX)
    await db.execute({ label: 'insert-undo-images', sql, values: [`[${part.join(',')}]`] })
  }
}

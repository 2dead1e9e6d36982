import type { Writer } from '../database.ts'
import type { ChainTable } from './define-table.ts'
import { toRowJson } from './row-json.ts'

/** What a row was before a block; `before` null: it did not exist. */
export interface UndoImage<R> {
  readonly height: number
  readonly key: Partial<R>
  readonly before: R | null
}

const IMAGES_MAX = 500

const sql = `
  insert into undo_log (height, table_name, row_key, image)
  select height, $1, row_key, image
  from json_to_recordset($2::json) as r (height bigint, row_key jsonb, image jsonb)`

export async function insertUndoImages<R>(
  db: Writer,
  table: ChainTable<R>,
  images: readonly UndoImage<R>[],
): Promise<void> {
  for (let from = 0; from < images.length; from += IMAGES_MAX) {
    const part = images.slice(from, from + IMAGES_MAX).map(({ height, key, before }) => {
      const image = before === null ? 'null' : toRowJson(table.columns, before)
      return `{"height":${height},"row_key":${toRowJson(table.key, key)},"image":${image}}`
    })
    await db.execute({ label: 'insert-undo-images', sql, values: [table.name, `[${part.join(',')}]`] })
  }
}

import type { Reader } from '../database.ts'
import { foldedTables } from './chain-tables.ts'
import type { ChainTable } from './define-table.ts'
import { queryInPages } from './query-in-pages.ts'
import { fromRow } from './row-json.ts'

/** Rows of one table as they were before blocks that are undone. */
export interface UndonePage {
  readonly table: ChainTable<unknown>
  /** Each key once; `before` null: there was no such row. */
  readonly rows: readonly { readonly key: Partial<unknown>; readonly before: unknown }[]
}

interface StoredImage {
  readonly tableName: string
  readonly key: Readonly<Record<string, unknown>>
  readonly image: Readonly<Record<string, unknown>> | null
}

const sql = `
  select table_name as "tableName", row_key as key, image
  from undo_log
  where height > $1
  order by height desc`

const tableOf = new Map(foldedTables.map((table) => [table.name, table]))

/**
 * What blocks above a height changed, newest block first, a page at a time. A row that several blocks changed comes again
 * in a later page with an older image: put back page by page, the oldest is what stays.
 */
export async function* listUndoImages(
  tx: Reader,
  height: number,
  pageRows?: number,
): AsyncGenerator<UndonePage> {
  const statement = { label: 'list-undo-images', sql, values: [height] }
  for await (const page of queryInPages<StoredImage>(tx, statement, pageRows)) {
    const oldest = new Map<string, Map<string, StoredImage>>()
    for (const image of page) {
      const ofTable = oldest.get(image.tableName) ?? new Map<string, StoredImage>()
      oldest.set(image.tableName, ofTable.set(JSON.stringify(image.key), image))
    }
    for (const [name, images] of oldest) {
      const table = tableOf.get(name)! // only folded tables leave images
      yield { table, rows: [...images.values()].map((image) => toUndone(table, image)) }
    }
  }
}

const toUndone = (table: ChainTable<unknown>, { key, image }: StoredImage) => ({
  key: Object.fromEntries(table.key.map(({ field, name }) => [field, key[name]])) as Partial<unknown>,
  before: image === null ? null : fromRow(table, image),
})

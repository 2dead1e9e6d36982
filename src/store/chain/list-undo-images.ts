import type { Reader } from '../database.ts'
import { foldedTables } from './chain-tables.ts'
import type { ChainTable } from './define-table.ts'
import { queryInPages } from './query-in-pages.ts'
import { fromRow } from './row-json.ts'

/** Rows of one table as they were before blocks that are undone. */
export interface UndoneTable {
  readonly table: ChainTable<unknown>
  /** Each key once; `before` null: there was no such row. */
  readonly rows: readonly { readonly key: Partial<unknown>; readonly before: unknown }[]
}

interface StoredImage {
  readonly tableName: string
  /** JSON. */
  readonly key: string
  readonly image: string | null
}

const sql = `
  select table_name as "tableName", row_key::text as key, image::text as image
  from undo_log
  where height > $1
  order by height`

const tableOf = new Map(foldedTables.map((table) => [table.name, table]))

/** What blocks above a height changed, as it was before the first of them, table by table. */
export async function* listUndoImages(
  tx: Reader,
  height: number,
  pageRows?: number,
): AsyncGenerator<UndoneTable> {
  const oldest = new Map<string, Map<string, StoredImage>>()
  const statement = { label: 'list-undo-images', sql, values: [height] }
  for await (const page of queryInPages<StoredImage>(tx, statement, pageRows))
    for (const image of page) {
      let ofTable = oldest.get(image.tableName)
      if (ofTable === undefined) {
        ofTable = new Map()
        oldest.set(image.tableName, ofTable)
      }
      if (!ofTable.has(image.key)) ofTable.set(image.key, image)
    }
  for (const [name, images] of oldest) {
    const table = tableOf.get(name)! // only folded tables leave images
    yield { table, rows: [...images.values()].map((image) => toUndone(table, image)) }
  }
}

function toUndone(table: ChainTable<unknown>, { key, image }: StoredImage) {
  const values = JSON.parse(key) as Readonly<Record<string, unknown>>
  return {
    key: Object.fromEntries(table.key.map(({ field, name }) => [field, values[name]])) as Partial<unknown>,
    before: image === null ? null : fromRow(table, JSON.parse(image)),
  }
}

import { beforeEach, expect, test } from 'vitest'
import { describeOnBothDatabases } from '../../../test/support/database.ts'
import { emptyTables, putRows, rowOf } from '../../../test/support/rows.ts'
import type { Statement, Writer } from '../database.ts'
import { deleteAbove } from './delete-above.ts'
import { deleteRows } from './delete-rows.ts'
import { deleteUndoImages } from './delete-undo-images.ts'
import { blocks } from './index-tables.ts'
import { insertUndoImages, type UndoEntry } from './insert-undo-images.ts'
import { listCandleRows } from './list-candle-rows.ts'
import { loadRows } from './load-rows.ts'
import { candles, type PriceLevelRow, priceLevels } from './market-tables.ts'
import { queryInPages } from './query-in-pages.ts'
import { writeRows } from './write-rows.ts'

/** How many rows one statement takes: what is asked for whole would hold a connection for too long. */
describeOnBothDatabases('pages of the chain', (context) => {
  const db = () => context.database
  const undoLog = { name: 'undo_log' }
  beforeEach(() => emptyTables(db(), blocks, priceLevels, candles, undoLog))

  const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index)
  const level = (price: number): PriceLevelRow =>
    rowOf(priceLevels, { marketId: 1, side: 'bid', price, quantity: 1n, orderCount: 1 })
  const entry = (height: number): UndoEntry => ({ height, tableName: 'markets', key: '{}', image: 'null' })

  /** The rows that each statement of some work changed or found. */
  async function rowsOf(work: (counting: Writer) => Promise<unknown>): Promise<number[]> {
    const rows: number[] = []
    await work({
      query: async <R extends object>(statement: Statement): Promise<R[]> => {
        const found = await db().query<R>(statement)
        rows.push(found.length)
        return found
      },
      execute: async (statement) => {
        const changed = await db().execute(statement)
        rows.push(changed)
        return changed
      },
    })
    return rows
  }

  test('behavior: writeRows and insertUndoImages write five hundred rows with a statement, and nothing with none', async () => {
    const write = (count: number) => rowsOf((tx) => writeRows(tx, priceLevels, range(count).map(level)))
    expect(await write(0)).toEqual([])
    expect(await write(500)).toEqual([500])
    expect(await write(1_001)).toEqual([500, 500, 1])
    const insert = (count: number) => rowsOf((tx) => insertUndoImages(tx, range(count).map(entry)))
    expect(await insert(0)).toEqual([])
    expect(await insert(500)).toEqual([500])
    expect(await insert(1_001)).toEqual([500, 500, 1])
  })
  test('behavior: deleteRows, loadRows and listCandleRows ask for a thousand keys with a statement, and nothing with none', async () => {
    const levels = range(1_001).map(level)
    const load = (count: number) =>
      rowsOf((tx) => loadRows(tx, priceLevels, ['marketId', 'side', 'price'], levels.slice(0, count)))
    await writeRows(db(), priceLevels, levels)
    expect(await load(0)).toEqual([])
    expect(await load(1_000)).toEqual([1_000])
    expect(await load(1_001)).toEqual([1_000, 1])
    const remove = (from: number, to: number) =>
      rowsOf((tx) => deleteRows(tx, priceLevels, levels.slice(from, to)))
    expect(await remove(0, 0)).toEqual([])
    expect(await remove(0, 1_001)).toEqual([1_000, 1])
    await writeRows(db(), priceLevels, levels)
    expect(await remove(0, 1_000)).toEqual([1_000])
    const keys = range(1_001).map((startMs) => ({ marketId: 1, interval: '1m' as const, startMs }))
    const list = (count: number) => rowsOf((tx) => listCandleRows(tx, keys.slice(0, count)))
    await putRows(db(), candles, keys)
    expect(await list(0)).toEqual([])
    expect(await list(1_000)).toEqual([1_000])
    expect(await list(1_001)).toEqual([1_000, 1])
  })
  test('behavior: deleteAbove and deleteUndoImages delete five thousand rows with a statement, until one finds fewer', async () => {
    const heights = range(5_001)
    await writeRows(
      db(),
      blocks,
      heights.map((height) => rowOf(blocks, { height: 10 + height, hash: `${height}` })),
    )
    expect(await rowsOf((tx) => deleteAbove(tx, 'blocks', 9))).toEqual([5_000, 1])
    expect(await rowsOf((tx) => deleteAbove(tx, 'blocks', 9))).toEqual([0])
    await insertUndoImages(db(), heights.map(entry))
    expect(await rowsOf((tx) => deleteUndoImages(tx, 5_000))).toEqual([5_000, 1])
    expect(await rowsOf((tx) => deleteUndoImages(tx, 5_000))).toEqual([0])
  })
  test('behavior: queryInPages fetches a thousand rows with a statement, and may be asked again in its transaction', async () => {
    await writeRows(db(), priceLevels, range(1_001).map(level))
    const statement = { label: 'some-levels', sql: 'select price from price_levels' }
    const twice = await db().transaction(async (tx) => {
      const sizes: number[] = []
      for (let time = 0; time < 2; time++)
        for await (const page of queryInPages(tx, statement)) sizes.push(page.length)
      return sizes
    })
    expect(twice).toEqual([1_000, 1, 1_000, 1])
  })
})

import { beforeEach, describe, expect, test } from 'vitest'
import { describeOnBothDatabases } from '../../../test/support/database.ts'
import { emptyTables, putRows, rowOf } from '../../../test/support/rows.ts'
import { Bug } from '../../kit/index.ts'
import { findFeedHead } from '../feed/feed-head.ts'
import { appendTables, foldedTables } from './chain-tables.ts'
import { type Checkpoint, findCheckpoint, putCheckpoint } from './checkpoint.ts'
import { defineTable, fixed, int, nullable, text } from './define-table.ts'
import { deleteAbove } from './delete-above.ts'
import { deleteRows } from './delete-rows.ts'
import { deleteUndoImages } from './delete-undo-images.ts'
import { findHaltedReason } from './find-halted-reason.ts'
import { findIndexStatus } from './find-index-status.ts'
import { proposals } from './governance-tables.ts'
import { blocks, listCounts, trades, transactions } from './index-tables.ts'
import { insertUndoImages, toUndoEntries, type UndoImage } from './insert-undo-images.ts'
import { listCandleRows } from './list-candle-rows.ts'
import { listExpiringOrders } from './list-expiring-orders.ts'
import { listHeldOrders } from './list-held-orders.ts'
import { listIndexedBlocks } from './list-indexed-blocks.ts'
import { listMarketAddresses } from './list-market-addresses.ts'
import { listUndoImages } from './list-undo-images.ts'
import { loadRows } from './load-rows.ts'
import { lockIndex } from './lock-index.ts'
import {
  type CandleRow,
  candles,
  markets,
  orders,
  type PriceLevelRow,
  parlays,
  priceLevels,
} from './market-tables.ts'
import { putIndexHealth } from './put-index-health.ts'
import { queryInPages } from './query-in-pages.ts'
import { undoRows } from './undo-rows.ts'
import { writeRows } from './write-rows.ts'

const checkpoint: Checkpoint = {
  networkId: 4,
  genesisHash: 'genesis',
  startHeight: 2,
  height: 9,
  hash: 'nine',
  timestampMs: 900,
  finalHeight: 3,
  revision: 5,
}

describe('tables of the chain', () => {
  test('default: columns are the fields in snake_case, keys and fixed ones do not change', () => {
    const table = defineTable('things', ['marketId', 'side'], {
      marketId: int,
      side: text,
      bornAtMs: fixed(int),
      endedAtMs: nullable(int),
      firstAtMs: fixed(nullable(int)),
    })
    expect(table.columns.map(({ name, isFixed }) => [name, isFixed])).toEqual([
      ['market_id', true],
      ['side', true],
      ['born_at_ms', true],
      ['ended_at_ms', false],
      ['first_at_ms', true],
    ])
    expect(table.key.map(({ field }) => field)).toEqual(['marketId', 'side'])
  })
  test('behavior: what is appended and what is folded are different tables', () => {
    const names = [...appendTables, ...foldedTables].map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    expect(appendTables.map(({ name }) => name)).toEqual(['blocks', 'transactions', 'trades', 'activity'])
    expect(foldedTables.map(({ name }) => name).sort()).toEqual(
      'bonds candles commits events id_counters list_counts markets orders parlays periods positions price_levels proposals rounds search_words stakes submissions vault_totals votes wallet_totals'.split(
        ' ',
      ),
    )
  })
})

describeOnBothDatabases('statements of the chain', (context) => {
  const db = () => context.database
  const undoLog = { name: 'undo_log' }
  beforeEach(() =>
    emptyTables(
      db(),
      blocks,
      transactions,
      trades,
      orders,
      parlays,
      priceLevels,
      proposals,
      listCounts,
      undoLog,
      { name: 'checkpoint' },
      { name: 'index_health' },
    ),
  )

  test('default: putCheckpoint and findCheckpoint: one row, of which network, genesis and start never change', async () => {
    expect(await findCheckpoint(db())).toBeNull()
    await putCheckpoint(db(), checkpoint)
    expect(await findCheckpoint(db())).toEqual(checkpoint)
    const next = { ...checkpoint, height: 10, hash: 'ten', timestampMs: 950, finalHeight: 4, revision: 6 }
    await putCheckpoint(db(), { ...next, networkId: 1, genesisHash: 'other', startHeight: 0 })
    expect(await findCheckpoint(db())).toEqual(next)
  })
  test('behavior: findIndexStatus and putIndexHealth: without a word of the indexer, the block speaks for itself', async () => {
    expect(await findIndexStatus(db())).toBeNull()
    await putCheckpoint(db(), checkpoint)
    const { epoch } = await findFeedHead(db())
    const block = { epoch, height: 9, hash: 'nine', timestampMs: 900, revision: 5 }
    expect(await findIndexStatus(db())).toEqual({
      ...block,
      nodeHeight: 9,
      caughtUpAtMs: 900,
      checkedAtMs: 0,
      haltedReason: null,
    })
    const health = { nodeHeight: 12, caughtUpAtMs: 70, checkedAtMs: 80, haltedReason: null }
    await putIndexHealth(db(), health)
    expect(await findIndexStatus(db())).toEqual({ ...block, ...health })
    const halted = { nodeHeight: 13, caughtUpAtMs: 71, checkedAtMs: 81, haltedReason: 'why' }
    await putIndexHealth(db(), halted)
    expect(await findIndexStatus(db())).toEqual({ ...block, ...halted })
  })
  test('behavior: findIndexStatus: an index whose feed has no head stands, and its epoch is empty', async () => {
    await putCheckpoint(db(), checkpoint)
    const head = await findFeedHead(db())
    await emptyTables(db(), { name: 'feed_head' })
    expect(await findIndexStatus(db())).toMatchObject({ epoch: '', height: 9, revision: 5 })
    await db().execute({
      label: 'test-head',
      sql: 'insert into feed_head (epoch, first_seq, last_seq) values ($1, $2, $3)',
      values: [head.epoch, head.firstSeq, head.lastSeq],
    })
    expect(await findIndexStatus(db())).toMatchObject({ epoch: head.epoch })
  })
  test('behavior: findHaltedReason: a halt is known before the first block too', async () => {
    const health = { nodeHeight: 12, caughtUpAtMs: 70, checkedAtMs: 80 }
    expect(await findHaltedReason(db())).toBeNull()
    await putIndexHealth(db(), { ...health, haltedReason: 'why' })
    expect([await findHaltedReason(db()), await findIndexStatus(db())]).toEqual(['why', null])
    await putIndexHealth(db(), { ...health, haltedReason: null })
    expect(await findHaltedReason(db())).toBeNull()
  })

  const level = (price: number, quantity: bigint, orderCount = 1): PriceLevelRow => ({
    marketId: 1,
    side: 'bid',
    price,
    quantity,
    orderCount,
  })
  const levels = async (): Promise<[number, bigint][]> => {
    const wanted = [{ marketId: 1 }]
    const rows = await loadRows(db(), priceLevels, ['marketId'], wanted)
    return rows.map(({ price, quantity }): [number, bigint] => [price, quantity]).sort(([a], [b]) => a - b)
  }

  test('behavior: writeRows inserts, and changes only what may change', async () => {
    await writeRows(db(), priceLevels, [level(1, 10n), level(2, 2n ** 200n)])
    await writeRows(db(), priceLevels, [level(2, 21n, 7), level(3, 30n)])
    expect(await levels()).toEqual([
      [1, 10n],
      [2, 21n],
      [3, 30n],
    ])
    const one = rowOf(parlays, { id: 1, maker: 'a', status: 'open', amount: 5n, legs: [], makerPayout: null })
    await writeRows(db(), parlays, [one])
    await writeRows(db(), parlays, [{ ...one, maker: 'b', amount: 6n, status: 'taken', makerPayout: 7n }])
    expect(await loadRows(db(), parlays, ['id'], [{ id: 1 }])).toEqual([
      { ...one, status: 'taken', makerPayout: 7n },
    ])
    await writeRows(db(), priceLevels, [])
  })
  test('behavior: writeRows: a field of JSON without a value is null to the database too', async () => {
    await writeRows(db(), proposals, [
      rowOf(proposals, { id: 1, metadata: null }),
      rowOf(proposals, { id: 2, metadata: {} }),
    ])
    const sql = 'select id from proposals where metadata is null'
    expect(await db().query({ label: 'without', sql })).toEqual([{ id: 1 }])
  })
  test('behavior: writeRows leaves a row alone of which nothing may change', async () => {
    await putRows(db(), blocks, [{ height: 1, hash: 'a', parentHash: 'p' }])
    await putRows(db(), blocks, [{ height: 1, hash: 'b', parentHash: 'q' }])
    expect(await listIndexedBlocks(db(), 0)).toEqual([{ height: 1, hash: 'a', timestampMs: 0 }])
  })
  test('behavior: loadRows finds by any of its fields, and nothing without a wish', async () => {
    await writeRows(db(), priceLevels, [level(1, 10n), level(2, 20n), { ...level(1, 99n), marketId: 2 }])
    const wanted = [
      { marketId: 1, price: 2 },
      { marketId: 2, price: 1 },
      { marketId: 3, price: 1 },
    ]
    const rows = await loadRows(db(), priceLevels, ['marketId', 'price'], wanted)
    expect(rows.map(({ quantity }) => quantity).sort()).toEqual([20n, 99n])
    expect(await loadRows(db(), priceLevels, ['price'], [])).toEqual([])
    await expect(loadRows(db(), priceLevels, ['size' as 'price'], wanted)).rejects.toThrow(Bug)
  })
  test('behavior: deleteRows deletes by the whole key', async () => {
    const ask = { ...level(1, 11n), side: 'ask' as const }
    await writeRows(db(), priceLevels, [level(1, 10n), level(2, 20n), level(3, 30n), ask])
    await deleteRows(db(), priceLevels, [level(1, 0n), level(3, 0n), level(9, 0n)])
    await deleteRows(db(), priceLevels, [])
    await deleteRows(db(), priceLevels, [{ ...level(2, 0n), side: 'ask' }])
    await deleteRows(db(), priceLevels, [level(2, 0n)])
    expect(await levels()).toEqual([[1, 11n]])
  })
  test('behavior: deleteAbove keeps the height itself, listIndexedBlocks shows from it on, newest first', async () => {
    const block = (height: number) => ({
      height,
      hash: `hash ${height}`,
      parentHash: '',
      timestampMs: 10 * height,
    })
    await putRows(db(), blocks, [1, 2, 3, 4, 5, 6].map(block))
    await deleteAbove(db(), 'blocks', 3, 2)
    expect(await listIndexedBlocks(db(), 2)).toEqual([
      { height: 3, hash: 'hash 3', timestampMs: 30 },
      { height: 2, hash: 'hash 2', timestampMs: 20 },
    ])
  })
  test('behavior: listExpiringOrders: open ones whose time has come, by market and number', async () => {
    await putRows(db(), orders, [
      { id: 11, marketId: 2, orderId: 1, status: 'open', expiresAtMs: 1_000 },
      { id: 12, marketId: 1, orderId: 9, status: 'open', expiresAtMs: 999 },
      { id: 13, marketId: 1, orderId: 8, status: 'open', expiresAtMs: 1_001 },
      { id: 14, marketId: 1, orderId: 7, status: 'cancelled', expiresAtMs: 10 },
      { id: 15, marketId: 1, orderId: 6, status: 'open', expiresAtMs: null },
    ])
    const until = async (ms: number) =>
      (await db().transaction((tx) => listExpiringOrders(tx, ms))).map(({ id }) => id)
    expect(await until(998)).toEqual([])
    expect(await until(1_000)).toEqual([12, 11])
    expect(await until(1_001)).toEqual([13, 12, 11])
  })

  test('behavior: listHeldOrders: collateral or shares, of the markets asked for, in their order', async () => {
    const order = (id: number, marketId: number, orderId: number, given: object = {}) => ({
      id,
      marketId,
      orderId,
      ...given,
    })
    await putRows(db(), orders, [
      order(1, 2, 1, { lockedShares: 1n }),
      order(2, 1, 9, { lockedCollateral: 1n }),
      order(3, 1, 8, { lockedCollateral: 2n ** 100n, lockedShares: 3n }),
      order(4, 1, 7),
      order(5, 3, 1, { lockedShares: 1n }),
      order(6, 2, 2, { lockedShares: 1n }),
    ])
    const heldBy = (ids: number[]) => db().transaction((tx) => listHeldOrders(tx, ids))
    const found = await heldBy([1, 2])
    expect(found.map(({ marketId, orderId }) => [marketId, orderId])).toEqual([
      [1, 8],
      [1, 9],
      [2, 1],
      [2, 2],
    ])
    expect(found[0]).toEqual(
      rowOf(orders, order(3, 1, 8, { lockedCollateral: 2n ** 100n, lockedShares: 3n })),
    )
    expect((await heldBy([2])).map(({ id }) => id)).toEqual([1, 6])
    expect(await heldBy([])).toEqual([])
  })
  test('behavior: listCandleRows: those there are of the candles asked for, page after page', async () => {
    await emptyTables(db(), candles)
    const candle = (marketId: number, interval: CandleRow['interval'], startMs: number) => ({
      marketId,
      interval,
      startMs,
    })
    const wanted = [candle(1, '1d', 0), candle(1, '1h', 0), candle(2, '1m', 0), candle(2, '1m', 60_000)]
    const others = [candle(3, '1d', 0), candle(1, '5m', 0), candle(1, '1h', 3_600_000)]
    const volume = 2n ** 100n
    const rows = [...others, ...wanted].map((key) => ({ ...key, volume }))
    await putRows(db(), candles, rows)
    const absent = [candle(1, '1m', 0), candle(4, '1m', 0)]
    const found = wanted.map((key) => rowOf(candles, { ...key, volume }))
    for (const pageRows of [1, 5, 6, undefined]) {
      const listed = await listCandleRows(db(), [...wanted, ...absent], pageRows)
      expect(listed, `${pageRows} a page`).toHaveLength(wanted.length)
      expect(listed).toEqual(expect.arrayContaining(found))
    }
    expect(await listCandleRows(db(), absent)).toEqual([])
    expect(await listCandleRows(db(), [])).toEqual([])
    await emptyTables(db(), candles)
  })
  test('behavior: listMarketAddresses: those above a number, by number', async () => {
    await emptyTables(db(), markets)
    const market = (id: number) => ({ id, marketAddress: `market ${id}`, periodId: 1, proposalId: id })
    await putRows(db(), markets, [10, 9, 8, 7].map(market))
    expect(await listMarketAddresses(db(), 8)).toEqual([
      { id: 9, address: 'market 9' },
      { id: 10, address: 'market 10' },
    ])
    expect(await listMarketAddresses(db(), 10)).toEqual([])
    await emptyTables(db(), markets)
  })

  /** Everything above a height, as an undo does it; how many tables it touched. */
  const undoAbove = (height: number, pageRows?: number): Promise<number> =>
    db().transaction(async (tx) => {
      let tables = 0
      for await (const undone of listUndoImages(tx, height, pageRows)) {
        await undoRows(tx, undone)
        tables += 1
      }
      return tables
    })

  test.each([
    ['one page', 1_000],
    ['a page for each image', 1],
    ['pages that end within a block', 2],
  ])(
    'behavior: listUndoImages and undoRows put each row back to the oldest image above the height, in %s',
    async (_, pageRows) => {
      const image = (height: number, price: number, before: bigint | null): UndoImage<PriceLevelRow> => ({
        height,
        key: { marketId: 1, side: 'bid', price },
        before: before === null ? null : level(price, before),
      })
      await writeRows(db(), priceLevels, [level(1, 100n), level(2, 200n), level(3, 300n), level(4, 400n)])
      const log = [
        image(5, 1, 10n),
        image(7, 1, 12n), // images lie as they came, and a later block's may come first
        image(6, 1, 11n),
        image(6, 2, null), // born in block 6
        image(7, 2, 21n),
        image(5, 3, 30n), // not touched above 5
        image(6, 9, 2n ** 100n), // deleted in block 6
      ]
      await insertUndoImages(db(), toUndoEntries(priceLevels, log))
      expect(await undoAbove(5, pageRows)).toBe(1)
      expect(await levels()).toEqual([
        [1, 11n],
        [3, 300n],
        [4, 400n],
        [9, 2n ** 100n],
      ])
    },
  )
  test('behavior: undoRows puts images back into their own tables, of tables with a key of two', async () => {
    await writeRows(db(), listCounts, [{ scope: 'a', key: 'b', n: 9 }])
    await writeRows(db(), priceLevels, [level(1, 100n)])
    const images = [{ height: 6, key: { scope: 'a', key: 'b' }, before: { scope: 'a', key: 'b', n: 3 } }]
    await insertUndoImages(db(), toUndoEntries(listCounts, images))
    const counts = () => loadRows(db(), listCounts, ['scope'], [{ scope: 'a' }])
    expect(await undoAbove(6)).toBe(0)
    expect(await counts()).toEqual([{ scope: 'a', key: 'b', n: 9 }])
    expect(await undoAbove(5)).toBe(1)
    expect(await counts()).toEqual([{ scope: 'a', key: 'b', n: 3 }])
    expect(await levels()).toEqual([[1, 100n]])
  })
  test('behavior: queryInPages: every row once, as it was when the first page was asked for', async () => {
    await writeRows(db(), priceLevels, [level(1, 1n), level(2, 2n), level(3, 3n), level(4, 4n), level(5, 5n)])
    const statement = {
      label: 'some-levels',
      sql: 'select price from price_levels where price > $1 order by price',
      values: [1],
    }
    const pagesOf = (pageRows: number) =>
      db().transaction(async (tx) => {
        const pages: number[][] = []
        for await (const page of queryInPages<{ price: number }>(tx, statement, pageRows)) {
          pages.push(page.map(({ price }) => price))
          await deleteRows(tx, priceLevels, [{ marketId: 1, side: 'bid', price: 5 }])
        }
        return pages
      })
    expect(await pagesOf(3)).toEqual([[2, 3, 4], [5]])
    expect(await pagesOf(3)).toEqual([[2, 3, 4]])
    expect(await pagesOf(1)).toEqual([[2], [3], [4]])
  })
  test('behavior: loadRows asks for many keys a page at a time', async () => {
    await writeRows(db(), priceLevels, [level(1, 1n), level(2, 2n), level(3, 3n)])
    const wanted = [1, 9, 3, 2].map((price) => ({ marketId: 1, side: 'bid' as const, price }))
    const found = await loadRows(db(), priceLevels, ['marketId', 'side', 'price'], wanted, 2)
    expect(found.map(({ price }) => price).sort()).toEqual([1, 2, 3])
  })
  test('behavior: deleteUndoImages drops those at the final height and below', async () => {
    const images = [3, 4, 5, 6].map((height) => ({
      height,
      key: { scope: 'a', key: `${height}` },
      before: null,
    }))
    await insertUndoImages(db(), toUndoEntries(listCounts, images))
    await deleteUndoImages(db(), 5, 2)
    const sql = 'select height, table_name, row_key, image from undo_log'
    expect(await db().query({ label: 'log', sql })).toEqual([
      { height: 6, table_name: 'list_counts', row_key: { scope: 'a', key: '6' }, image: null },
    ])
  })
  test('behavior: lockIndex holds until the end of its transaction, by the number that every release has', async () => {
    const locks = {
      label: 'locks',
      sql: `select (classid::bigint << 32) + objid::bigint as number from pg_locks l join pg_database d on d.oid = l.database
        where locktype = 'advisory' and granted and datname = current_database()`,
    }
    await db().transaction(async (tx) => {
      expect(await tx.query(locks)).toEqual([])
      await lockIndex(tx)
      expect(await tx.query(locks)).toEqual([{ number: 7_351_209_006 }])
    })
    expect(await db().query(locks)).toEqual([])
  })
})

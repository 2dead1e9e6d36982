import { activity, listCounts, loadRows, searchWords, trades, type Writer } from '../store/index.ts'
import {
  deleteRows,
  insertUndoImages,
  toUndoEntries,
  type UndoEntry,
  writeRows,
} from '../store/writes/indexer.ts'
import type { CountKey } from './counted-lists.ts'
import { TableSpace } from './table-space.ts'
import type { TallySpace } from './tally-space.ts'
import type { Workspace } from './workspace.ts'

/** Whether blocks at this height leave images; blocks too deep to be undone need none. */
export type KeepsImages = (height: number) => boolean

/** Everything a batch changed, with its images, into the database. The caller's transaction makes it all or nothing. */
export async function writeWorkspace(db: Writer, rows: Workspace, keepsImages: KeepsImages): Promise<void> {
  const images: UndoEntry[] = []

  async function write(space: TableSpace<unknown>): Promise<void> {
    for (const image of toUndoEntries(space.table, space.images)) images.push(image)
    const { written, deleted } = space.changes()
    await deleteRows(db, space.table, deleted as Partial<unknown>[])
    await writeRows(db, space.table, written)
  }

  /** Asked first and written last: meanwhile everything else is sent, and all images are there. */
  async function writeCounted(): Promise<void> {
    const spaces = await Promise.all([
      resolveCounts(db, rows.counts, keepsImages),
      resolveWords(db, rows.words, keepsImages),
      rows.walletTotals.resolve(db, keepsImages),
    ])
    // Each space is written with its own table's columns.
    const written = (spaces as TableSpace<unknown>[]).map(write)
    await Promise.all([...written, insertUndoImages(db, images)])
  }

  await Promise.all([
    writeCounted(),
    ...rows.foldedTables.map(write),
    writeRows(db, trades, rows.trades),
    writeRows(db, activity, rows.activity),
  ])
}

async function resolveCounts(db: Writer, counts: TallySpace<CountKey>, keepsImages: KeepsImages) {
  const space = new TableSpace(listCounts, { keyOf: (row) => `${row.scope}|${row.key}` })
  const moves = counts.moves()
  space.load(
    await loadRows(
      db,
      listCounts,
      ['scope', 'key'],
      moves.map(({ key: [scope, key] }) => ({ scope, key })),
    ),
  )
  for (const { key: tally, steps } of moves) {
    const [scope, key] = tally
    for (const { height, delta } of steps) {
      space.enterBlock(height, keepsImages(height))
      space.put({ scope, key, n: (space.find(`${scope}|${key}`)?.n ?? 0) + delta })
    }
  }
  return space
}

async function resolveWords(db: Writer, words: TallySpace<string>, keepsImages: KeepsImages) {
  const space = new TableSpace(searchWords, { keyOf: (row) => row.word })
  const moves = words.moves()
  space.load(
    await loadRows(
      db,
      searchWords,
      ['word'],
      moves.map(({ key: word }) => ({ word })),
    ),
  )
  for (const { key: word, steps } of moves)
    for (const { height, delta } of steps) {
      space.enterBlock(height, keepsImages(height))
      space.put({ word, ndoc: (space.find(word)?.ndoc ?? 0) + delta })
    }
  return space
}

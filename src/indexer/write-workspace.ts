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
  const spaces: TableSpace<unknown>[] = [
    ...rows.foldedTables,
    await resolveCounts(db, rows.counts, keepsImages),
    await resolveWords(db, rows.words, keepsImages),
    await rows.walletTotals.resolve(db, keepsImages),
  ] as TableSpace<unknown>[] // each space is written with its own table's columns
  const images: UndoEntry[] = []
  let running = Promise.resolve()
  for (const space of spaces) {
    // Made while the database works on the one before.
    const next = writeSpace(db, space)
    next.catch(() => undefined) // thrown below, unless the one before failed
    for (const image of toUndoEntries(space.table, space.images)) images.push(image)
    await running
    running = next
  }
  await running
  await insertUndoImages(db, images)
  await writeRows(db, trades, rows.trades)
  await writeRows(db, activity, rows.activity)
}

async function writeSpace(db: Writer, space: TableSpace<unknown>): Promise<void> {
  const { written, deleted } = space.changes()
  await deleteRows(db, space.table, deleted as Partial<unknown>[])
  await writeRows(db, space.table, written)
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

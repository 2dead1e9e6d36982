import { assert } from '../kit/index.ts'
import {
  appendTables,
  type Checkpoint,
  type Database,
  findCheckpoint,
  listIndexedBlocks,
  listUndoImages,
} from '../store/index.ts'
import { deleteAbove, lockIndex, putCheckpoint, undoRows } from '../store/writes/indexer.ts'
import { startTellingUndo } from './feed/tell-undo.ts'

/**
 * Goes back to a block that is still on the main chain, in one transaction: every row, id and counter is what it was
 * there. Only the revision goes on, because what readers cached is no longer true.
 */
export function undoBlocks(
  database: Database,
  to: { readonly height: number; readonly hash: string },
  pageRows?: number,
): Promise<Checkpoint | null> {
  return database.transaction(
    async (tx) => {
      await lockIndex(tx)
      const checkpoint = await findCheckpoint(tx)
      if (checkpoint === null || checkpoint.height <= to.height) return checkpoint
      assert(
        to.height >= checkpoint.finalHeight,
        `block ${to.height} is final, its successors cannot be undone`,
      )
      const [ancestor] = (await listIndexedBlocks(tx, to.height)).slice(-1)
      assert(ancestor?.hash === to.hash, `block ${to.height} is not the one to go back to`)
      const telling = await startTellingUndo(tx, checkpoint, ancestor)
      for await (const undone of listUndoImages(tx, to.height, pageRows)) {
        await telling.look(undone)
        await undoRows(tx, undone)
      }
      for (const table of appendTables) await deleteAbove(tx, table.name, to.height)
      await deleteAbove(tx, 'undo_log', to.height)
      const next: Checkpoint = {
        ...checkpoint,
        height: ancestor.height,
        hash: ancestor.hash,
        timestampMs: ancestor.timestampMs,
        revision: checkpoint.revision + 1,
      }
      await putCheckpoint(tx, next)
      await telling.write(next)
      return next
    },
    { lane: 'indexer' },
  )
}

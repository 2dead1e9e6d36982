import { type Database, findCheckpoint } from '../store/index.ts'
import { deleteUndoImages, lockIndex, putCheckpoint } from '../store/writes/indexer.ts'

/** Declares blocks up to a height final and drops what would have undone them. Readers see no change. */
export function finalize(database: Database, height: number): Promise<void> {
  return database.transaction(
    async (tx) => {
      await lockIndex(tx)
      const checkpoint = await findCheckpoint(tx)
      if (checkpoint === null || checkpoint.finalHeight >= height) return
      await putCheckpoint(tx, { ...checkpoint, finalHeight: height })
      await deleteUndoImages(tx, height)
    },
    { lane: 'indexer' },
  )
}

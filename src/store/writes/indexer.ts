/** What only `indexer` may write: the `chain` schema. */
export { putCheckpoint } from '../chain/checkpoint.ts'
export { deleteAbove } from '../chain/delete-above.ts'
export { deleteRows } from '../chain/delete-rows.ts'
export { deleteUndoImages } from '../chain/delete-undo-images.ts'
export {
  insertUndoImages,
  toUndoEntries,
  type UndoEntry,
  type UndoImage,
} from '../chain/insert-undo-images.ts'
export { lockIndex } from '../chain/lock-index.ts'
export { putIndexHealth } from '../chain/put-index-health.ts'
export { undoRows } from '../chain/undo-rows.ts'
export { writeRows } from '../chain/write-rows.ts'
export { appendFeed } from '../feed/append-feed.ts'
export { purgeFeed } from '../feed/purge-feed.ts'
export { skipFeed } from '../feed/skip-feed.ts'

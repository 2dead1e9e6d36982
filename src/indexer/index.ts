/**
 * indexer: follows the chain into the store.
 *
 * Owns          follow, decode, fold, checkpoint, undo; the rows of schema chain.
 * Does not own  serving reads, sending transactions, what a raw event's fields are called (bindings).
 * Runs          one loop. Of several indexers on one database one leads and the others wait. A crash at any instant
 *               resumes at a block boundary.
 */
export { applyBlocks } from './apply-blocks.ts'
export {
  createIndexer,
  type Indexer,
} from './create-indexer.ts'

export { UNDO_DEPTH_MAX } from './follow.ts'
export type { ObserveIndexer } from './observation.ts'
export { undoBlocks } from './undo-blocks.ts'

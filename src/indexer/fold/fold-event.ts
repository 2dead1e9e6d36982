import type { VenueEvent } from '../../domain/index.ts'
import type { PlacedEvent } from '../place.ts'
import { UnreadableBlock } from '../unreadable-block.ts'
import type { Workspace } from '../workspace.ts'
import type { Fold, Folds } from './fold.ts'
import { marketFolds } from './market-folds.ts'
import { oracleFolds } from './oracle-folds.ts'
import { parlayFolds } from './parlay-folds.ts'
import { vaultFolds } from './vault-folds.ts'
import { votingFolds } from './voting-folds.ts'

/** The desk's events change nothing that is read from the index: what it holds is asked of the chain. */
const noRows = (): void => undefined

/** Every event of the venue and the fold that knows it. */
const folds: Folds<VenueEvent> = {
  ...marketFolds,
  ...oracleFolds,
  ...parlayFolds,
  ...vaultFolds,
  ...votingFolds,
  LiquidityAdded: noRows,
  LiquidityRemoved: noRows,
  NativeBought: noRows,
  NativeSold: noRows,
}

/** Whatever goes wrong in a fold is a Bug and says where: the same block would fail again for ever. */
export function foldEvent({ event, place }: PlacedEvent, rows: Workspace): void {
  const fold = folds[event.type] as Fold<VenueEvent> // the table pairs each type with its own fold
  try {
    fold(event, place, rows)
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    const text = `${event.type} in transaction ${place.txId} of block ${place.height}: ${why}`
    throw new UnreadableBlock(place.height, text, { cause })
  }
}

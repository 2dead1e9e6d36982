import type { Slashed } from '../../domain/index.ts'
import type { Fold } from './fold.ts'
import { stakeOf } from './stake-of.ts'

/** Taken from the stake first, then from a running request. */
export const foldSlashed: Fold<Slashed> = (event, place, rows) => {
  rows.stakes.put({
    ...stakeOf(rows, event.wallet),
    staked: event.staked,
    unlocking: event.unlocking,
    updatedAtMs: place.timestampMs,
  })
  rows.vaultTotals.put({ id: 1, wholeWeight: event.wholeWeight })
}

import type { UnlockStarted } from '../../domain/index.ts'
import type { Fold } from './fold.ts'
import { stakeOf } from './stake-of.ts'

export const foldUnlockStarted: Fold<UnlockStarted> = (event, place, rows) => {
  rows.stakes.put({
    ...stakeOf(rows, event.wallet),
    staked: event.staked,
    unlocking: event.amount,
    unlockAtMs: event.unlockAtMs,
    updatedAtMs: place.timestampMs,
  })
  rows.vaultTotals.put({ id: 1, wholeWeight: event.wholeWeight })
}

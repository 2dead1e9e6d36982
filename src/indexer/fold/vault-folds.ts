import type { VaultEvent } from '../../domain/index.ts'
import type { Folds } from './fold.ts'
import { stakeOf } from './stake-of.ts'

export const vaultFolds: Folds<VaultEvent> = {
  /** Taken from the stake first, then from a running request. */
  Slashed: (event, place, rows) => {
    rows.stakes.put({
      ...stakeOf(rows, event.wallet),
      staked: event.staked,
      unlocking: event.unlocking,
      updatedAtMs: place.timestampMs,
    })
    rows.vaultTotals.put({ id: 1, wholeWeight: event.wholeWeight })
  },

  Staked: (event, place, rows) => {
    rows.stakes.put({ ...stakeOf(rows, event.wallet), staked: event.staked, updatedAtMs: place.timestampMs })
    rows.vaultTotals.put({ id: 1, wholeWeight: event.wholeWeight })
  },

  UnlockStarted: (event, place, rows) => {
    rows.stakes.put({
      ...stakeOf(rows, event.wallet),
      staked: event.staked,
      unlocking: event.amount,
      unlockAtMs: event.unlockAtMs,
      updatedAtMs: place.timestampMs,
    })
    rows.vaultTotals.put({ id: 1, wholeWeight: event.wholeWeight })
  },

  Withdrawn: (event, place, rows) =>
    rows.stakes.put({
      ...stakeOf(rows, event.wallet),
      unlocking: 0n,
      unlockAtMs: null,
      updatedAtMs: place.timestampMs,
    }),
}

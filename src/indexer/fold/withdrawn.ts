import type { Withdrawn } from '../../domain/index.ts'
import type { Fold } from './fold.ts'
import { stakeOf } from './stake-of.ts'

export const foldWithdrawn: Fold<Withdrawn> = (event, place, rows) =>
  rows.stakes.put({
    ...stakeOf(rows, event.wallet),
    unlocking: 0n,
    unlockAtMs: null,
    updatedAtMs: place.timestampMs,
  })

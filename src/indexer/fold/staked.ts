import type { Staked } from '../../domain/index.ts'
import type { Fold } from './fold.ts'
import { stakeOf } from './stake-of.ts'

export const foldStaked: Fold<Staked> = (event, place, rows) => {
  rows.stakes.put({ ...stakeOf(rows, event.wallet), staked: event.staked, updatedAtMs: place.timestampMs })
  rows.vaultTotals.put({ id: 1, wholeWeight: event.wholeWeight })
}

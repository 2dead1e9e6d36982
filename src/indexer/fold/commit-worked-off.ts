import type { CommitWorkedOff } from '../../domain/index.ts'
import { keys } from '../workspace.ts'
import type { Fold } from './fold.ts'

export const foldCommitWorkedOff: Fold<CommitWorkedOff> = (event, place, rows) => {
  rows.commits.put({
    ...rows.commits.get(keys.commit(event.marketId, event.round, event.voter)),
    workedOffAtMs: place.timestampMs,
    slashed: event.slashed,
    stakeReward: event.stakeReward,
    bondReward: event.bondReward,
  })
  const round = rows.rounds.get(keys.ofMarket(event.marketId, event.round))
  rows.rounds.put({ ...round, workedOffCount: round.workedOffCount + 1 })
}

import { pendingRevealId, type VoteCommitted } from '../../domain/index.ts'
import { keys } from '../workspace.ts'
import type { Fold } from './fold.ts'

export const foldVoteCommitted: Fold<VoteCommitted> = (event, place, rows) => {
  const market = rows.markets.get(String(event.marketId))
  rows.commits.put({
    id: pendingRevealId(market.marketAddress, event.round, event.voter),
    marketId: event.marketId,
    round: event.round,
    voter: event.voter,
    commitHash: event.commitHash,
    weight: event.weight,
    stake: event.stake,
    slash: event.slash,
    vote: 0,
    salt: null,
    commitTxId: place.txId,
    revealTxId: null,
    committedAtMs: place.timestampMs,
    revealedAtMs: null,
    workedOffAtMs: null,
    slashed: null,
    stakeReward: null,
    bondReward: null,
  })
  const round = rows.rounds.get(keys.ofMarket(event.marketId, event.round))
  rows.rounds.put({ ...round, commitCount: round.commitCount + 1 })
}

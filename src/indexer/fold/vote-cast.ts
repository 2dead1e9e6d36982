import type { VoteCast } from '../../domain/index.ts'
import type { Fold } from './fold.ts'

export const foldVoteCast: Fold<VoteCast> = (event, place, rows) => {
  rows.votes.put({
    proposalId: event.proposalId,
    voter: event.voter,
    periodId: event.periodId,
    weight: event.weight,
    txId: place.txId,
    votedAtMs: place.timestampMs,
  })
  rows.proposals.put({
    ...rows.proposals.get(String(event.proposalId)),
    voteCount: BigInt(event.voteCount),
    uniqueVoters: event.uniqueVoters,
    lastVoteAtMs: place.timestampMs,
    updatedAtMs: place.timestampMs,
  })
}

import type { ProposalAccepted } from '../../domain/index.ts'
import type { Fold } from './fold.ts'

export const foldProposalAccepted: Fold<ProposalAccepted> = (event, place, rows) =>
  rows.proposals.put({
    ...rows.proposals.get(String(event.proposalId)),
    status: 'accepted',
    isWinner: true,
    finalVoteCount: BigInt(event.finalVoteCount),
    creatorShare: event.creatorShare,
    finalizedAtMs: place.timestampMs,
    updatedAtMs: place.timestampMs,
  })

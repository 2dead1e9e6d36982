import type { ProposalCreated } from '../../domain/index.ts'
import type { Fold } from './fold.ts'

/** The texts follow in the same transaction. */
export const foldProposalCreated: Fold<ProposalCreated> = (event, place, rows) => {
  rows.proposals.put({
    id: event.proposalId,
    periodId: event.periodId,
    kind: event.legCount === 0 ? 'single' : 'linked',
    proposer: event.proposer,
    status: 'pending',
    question: '',
    category: '',
    rules: null,
    resolutionSources: null,
    imageUrl: null,
    tags: [],
    metadata: null,
    legs: [],
    legCount: event.legCount,
    deployedCount: 0,
    eventId: null,
    endsAtMs: event.endsAtMs,
    creatorShare: event.creatorShare,
    textHash: event.textHash,
    deposit: event.deposit,
    voteCount: 0n,
    uniqueVoters: 0,
    isWinner: null,
    finalVoteCount: null,
    txId: place.txId,
    createdAtMs: place.timestampMs,
    updatedAtMs: place.timestampMs,
    finalizedAtMs: null,
    rejectedAtMs: null,
    lastVoteAtMs: null,
    refundedAtMs: null,
  })
  const period = rows.periods.get(String(event.periodId))
  rows.periods.put({ ...period, proposalCount: period.proposalCount + 1 })
}

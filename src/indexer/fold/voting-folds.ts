import type { VotingEvent } from '../../domain/index.ts'
import type { Folds } from './fold.ts'
import { foldMarketDeployed } from './market-deployed.ts'
import { foldProposalCreated } from './proposal-created.ts'

export const votingFolds: Folds<VotingEvent> = {
  /** The legs are counted as they are deployed. */
  EventDeployed: (event, place, rows) => {
    const proposal = rows.proposals.get(String(event.proposalId))
    rows.events.put({
      id: event.eventId,
      masterAddress: event.masterAddress,
      proposalId: event.proposalId,
      question: proposal.question,
      category: proposal.category || null,
      tags: proposal.tags,
      imageUrl: proposal.imageUrl,
      legCount: 0,
      legsText: '',
      totalVolume: 0n,
      createdAtMs: place.timestampMs,
    })
    rows.proposals.put({ ...proposal, eventId: event.eventId, updatedAtMs: place.timestampMs })
  },

  MarketDeployed: foldMarketDeployed,

  PeriodClosed: (event, place, rows) =>
    rows.periods.put({ ...rows.periods.get(String(event.periodId)), closedAtMs: place.timestampMs }),

  /** The accepted ones were named just before; every other proposal of the period is rejected here. */
  PeriodFrozen: (event, place, rows) => {
    rows.periods.put({
      ...rows.periods.get(String(event.periodId)),
      acceptedCount: event.acceptedCount,
      frozenAtMs: place.timestampMs,
    })
    for (const proposal of rows.proposals.listGroup(String(event.periodId)).sort((a, b) => a.id - b.id))
      if (proposal.status === 'pending')
        rows.proposals.put({
          ...proposal,
          status: 'rejected',
          isWinner: false,
          finalVoteCount: proposal.voteCount,
          rejectedAtMs: place.timestampMs,
          updatedAtMs: place.timestampMs,
        })
  },

  PeriodOpened: (event, _place, rows) =>
    rows.periods.put({
      id: event.periodId,
      startsAtMs: event.startsAtMs,
      endsAtMs: event.endsAtMs,
      opener: event.opener,
      proposalCount: 0,
      acceptedCount: null,
      frozenAtMs: null,
      closedAtMs: null,
    }),

  ProposalAccepted: (event, place, rows) =>
    rows.proposals.put({
      ...rows.proposals.get(String(event.proposalId)),
      status: 'accepted',
      isWinner: true,
      finalVoteCount: BigInt(event.finalVoteCount),
      creatorShare: event.creatorShare,
      finalizedAtMs: place.timestampMs,
      updatedAtMs: place.timestampMs,
    }),

  ProposalCreated: foldProposalCreated,

  /** Legs come in the proposal's order. */
  ProposalLeg: (event, _place, rows) => {
    const proposal = rows.proposals.get(String(event.proposalId))
    const leg = { question: event.question, imageUrl: event.imageUrl, metadata: event.metadata }
    rows.proposals.put({ ...proposal, legs: [...proposal.legs, leg] })
  },

  ProposalRefunded: (event, place, rows) =>
    rows.proposals.put({
      ...rows.proposals.get(String(event.proposalId)),
      refundedAtMs: place.timestampMs,
      updatedAtMs: place.timestampMs,
    }),

  ProposalTexts: (event, _place, rows) =>
    rows.proposals.put({
      ...rows.proposals.get(String(event.proposalId)),
      question: event.question,
      category: event.category,
      rules: event.rules,
      resolutionSources: event.resolutionSources,
      imageUrl: event.imageUrl,
      tags: event.tags,
      metadata: event.metadata,
    }),

  VoteCast: (event, place, rows) => {
    rows.votes.put({
      proposalId: event.proposalId,
      voter: event.voter,
      periodId: event.periodId,
      weight: event.weight,
      txId: place.txId,
      votedAtMs: place.timestampMs,
      id: rows.nextId('votes'),
    })
    rows.proposals.put({
      ...rows.proposals.get(String(event.proposalId)),
      voteCount: BigInt(event.voteCount),
      uniqueVoters: event.uniqueVoters,
      lastVoteAtMs: place.timestampMs,
      updatedAtMs: place.timestampMs,
    })
  },
}

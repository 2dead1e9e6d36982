import type { ContractEvent, VotingEvent } from '../../domain/index.ts'
import { unreachable } from '../../kit/index.ts'
import { nameEvent } from '../event-fields.ts'
import { decodeLeg, decodeTexts } from '../proposal-codec.ts'

/** An event of the voting contract, or null when it is none of its own. */
export function decodeVotingEvent(raw: ContractEvent): VotingEvent | null {
  const event = nameEvent('Voting', raw)
  if (event === null) return null
  switch (event.name) {
    case 'PeriodOpened':
      return {
        type: event.name,
        periodId: event.number('periodId'),
        startsAtMs: event.number('startsAt'),
        endsAtMs: event.number('endsAt'),
        opener: event.address('opener'),
      }
    case 'ProposalCreated':
      return {
        type: event.name,
        proposalId: event.number('proposalId'),
        periodId: event.number('periodId'),
        proposer: event.address('proposer'),
        legCount: event.number('legCount'),
        endsAtMs: event.number('endsAt'),
        creatorShare: event.number('creatorShare'),
        textHash: event.bytes('textHash'),
        deposit: event.u256('deposit'),
      }
    case 'ProposalTexts':
      return {
        type: event.name,
        proposalId: event.number('proposalId'),
        ...decodeTexts({
          question: event.bytes('question'),
          category: event.bytes('category'),
          rules: event.bytes('rules'),
          resolutionSources: event.bytes('resolutionSources'),
          imageUrl: event.bytes('imageUrl'),
          tags: event.bytes('tags'),
          metadata: event.bytes('metadata'),
        }),
      }
    case 'ProposalLeg':
      return {
        type: event.name,
        proposalId: event.number('proposalId'),
        leg: event.number('leg'),
        ...decodeLeg({
          question: event.bytes('question'),
          imageUrl: event.bytes('imageUrl'),
          metadata: event.bytes('metadata'),
        }),
      }
    case 'VoteCast':
      return {
        type: event.name,
        proposalId: event.number('proposalId'),
        periodId: event.number('periodId'),
        voter: event.address('voter'),
        weight: event.number('weight'),
        voteCount: event.number('voteCount'),
        uniqueVoters: event.number('uniqueVoters'),
      }
    case 'ProposalAccepted':
      return {
        type: event.name,
        proposalId: event.number('proposalId'),
        periodId: event.number('periodId'),
        finalVoteCount: event.number('finalVoteCount'),
        creatorShare: event.number('creatorShare'),
      }
    case 'PeriodFrozen':
      return {
        type: event.name,
        periodId: event.number('periodId'),
        acceptedCount: event.number('acceptedCount'),
        proposalCount: event.number('proposalCount'),
      }
    case 'EventDeployed':
      return {
        type: event.name,
        eventId: event.number('eventId'),
        masterAddress: event.address('masterAddress'),
        proposalId: event.number('proposalId'),
        legCount: event.number('legCount'),
      }
    case 'MarketDeployed':
      return {
        type: event.name,
        marketId: event.number('marketId'),
        marketAddress: event.address('marketAddress'),
        proposalId: event.number('proposalId'),
        leg: event.number('leg'),
        eventId: event.number('eventId') || null,
        creator: event.address('creator'),
        creatorShare: event.number('creatorShare'),
        endsAtMs: event.number('endsAt'),
      }
    case 'ProposalRefunded':
      return {
        type: event.name,
        proposalId: event.number('proposalId'),
        proposer: event.address('proposer'),
        amount: event.u256('amount'),
      }
    case 'PeriodClosed':
      return { type: event.name, periodId: event.number('periodId') }
    default:
      return unreachable(event)
  }
}

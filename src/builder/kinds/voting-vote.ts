import { castVote, contractAddressOf, proposalEntryId, readEntry } from '../../bindings/index.ts'
import { refuse, subjectOf } from '../../domain/index.ts'
import { findProposalStanding } from '../../store/index.ts'
import { conflict } from '../invalid.ts'
import type { Kind } from '../kind.ts'
import { prepareCall } from '../prepare-call.ts'
import type { SignerFields } from '../signer.ts'

export interface VotingVoteRequest extends SignerFields {
  readonly proposalId: number
}

/** Entering the best eight of a period costs more than staying outside, and others decide which it will be. */
const RANK_SLACK_GAS = 15_000

/** Supports a proposal of the open period. */
export const votingVoteKind: Kind<VotingVoteRequest> = {
  name: 'voting-vote',
  read(request, { venue }) {
    const { proposalId } = request
    return {
      method: 'POST',
      path: '/v1/tx/voting/vote',
      body: { proposalId },
      ownReasons: ['already_voted'],
      async prepare(context) {
        const entry = contractAddressOf(proposalEntryId(venue.contracts.voting.id, proposalId))
        const state = await context.chain.findContractState(entry)
        const proposal = state === null ? null : readEntry('Proposal', state)
        if (proposal === null) {
          // The entry goes when the proposal is refunded; the index remembers that it was there.
          if ((await findProposalStanding(context.database, proposalId)) !== null) throw decided(proposalId)
          throw refuse('NOT_FOUND', { proposalId }, 'there is no such proposal')
        }
        const call = castVote({
          votingId: venue.contracts.voting.id,
          proposalId,
          subject: subjectOf({ textHash: proposal.textHash, leg: 0, endsAtMs: Number(proposal.endsAt) }),
          deadlineMs: context.deadlineMs,
        })
        return prepareCall(context, call, { slackGas: RANK_SLACK_GAS, details: { proposalId } })
      },
      async assertFromIndex(context) {
        const standing = await findProposalStanding(context.database, proposalId)
        if (standing === null) return
        if (standing.status !== 'pending') throw decided(proposalId)
        if (context.nowMs >= standing.periodEndsAtMs)
          throw conflict('period_over', 'the voting period of this proposal is over', { proposalId })
      },
    }
  },
}

const decided = (proposalId: number) =>
  conflict('proposal_not_pending', 'the proposal is decided', { proposalId })

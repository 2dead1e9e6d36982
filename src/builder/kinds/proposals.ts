import {
  castVote,
  contractAddressOf,
  type LegTexts,
  proposalEntryId,
  proposeLinked,
  proposeSingle,
  readEntry,
} from '../../bindings/index.ts'
import { proposalBounds as bounds, conflict, missing, subjectOf } from '../../domain/index.ts'
import { canonicalJson, type JsonObject } from '../../kit/index.ts'
import { findProposalStanding } from '../../store/index.ts'
import type { Kind } from '../kind.ts'
import { prepareCall } from '../prepare-call.ts'
import { prepareProposal, readEndsAt } from '../proposal-end.ts'
import {
  assertTotal,
  readImageUrl,
  readMetadata,
  readOptionalText,
  readTags,
  readText,
} from '../proposal-texts.ts'
import type { SignerFields } from '../signer.ts'

export interface ProposeSingleRequest extends SignerFields {
  readonly question: string
  readonly category: string
  readonly endsAt: string
  readonly rules?: string
  readonly resolutionSources?: string
  readonly imageUrl?: string
  readonly tags?: readonly string[]
  readonly metadata?: JsonObject
}

/** Proposes one market. */
export const proposeSingleKind: Kind<ProposeSingleRequest> = {
  name: 'propose-single',
  read(request, facts) {
    const { venue } = facts
    const question = readText('question', request.question, bounds.question)
    const category = readText('category', request.category, bounds.category)
    const rules = readOptionalText('rules', request.rules, bounds.rules)
    const resolutionSources = readOptionalText(
      'resolutionSources',
      request.resolutionSources,
      bounds.resolutionSources,
    )
    const imageUrl = readImageUrl('imageUrl', request.imageUrl)
    const tags = readTags(request.tags)
    const metadata = readMetadata('metadata', request.metadata, bounds.metadata)
    const endsAtMs = readEndsAt(request.endsAt, facts)
    const proposal = {
      votingId: venue.contracts.voting.id,
      question,
      category,
      endsAtMs,
      rules,
      resolutionSources,
      imageUrl,
      tags,
      metadata,
    }
    return {
      method: 'POST',
      path: '/v1/tx/proposals/single',
      body: {
        question,
        category,
        endsAt: endsAtMs,
        rules: rules ?? undefined,
        resolutionSources: resolutionSources ?? undefined,
        imageUrl: imageUrl ?? undefined,
        tags,
        metadata: metadata ?? undefined,
      },
      ownReasons: ['too_many_proposals'],
      prepare: (context) =>
        prepareProposal(
          context,
          proposeSingle({ ...proposal, deadlineMs: context.deadlineMs }),
          request.endsAt,
        ),
      assertFromIndex: async () => {},
    }
  },
}

export interface ProposeLinkedRequest extends SignerFields {
  readonly masterQuestion: string
  readonly masterImageUrl?: string
  readonly category: string
  readonly endsAt: string
  readonly rules?: string
  readonly resolutionSources?: string
  readonly tags?: readonly string[]
  readonly legs: readonly ProposedLeg[]
}

interface ProposedLeg {
  readonly question: string
  readonly imageUrl?: string
  readonly metadata?: JsonObject
}

interface Leg extends LegTexts {
  readonly metadata: JsonObject | null
}

/** Proposes one event with a market per leg: one decision for all of them. */
export const proposeLinkedKind: Kind<ProposeLinkedRequest> = {
  name: 'propose-linked',
  read(request, facts) {
    const { venue } = facts
    const masterQuestion = readText('masterQuestion', request.masterQuestion, bounds.question)
    const masterImageUrl = readImageUrl('masterImageUrl', request.masterImageUrl)
    const category = readText('category', request.category, bounds.category)
    const rules = readOptionalText('rules', request.rules, bounds.rules)
    const resolutionSources = readOptionalText(
      'resolutionSources',
      request.resolutionSources,
      bounds.resolutionSources,
    )
    const tags = readTags(request.tags)
    const legs = request.legs.map(readLeg)
    const endsAtMs = readEndsAt(request.endsAt, facts)
    const texts = [masterQuestion, masterImageUrl, category, rules, resolutionSources, ...tags]
    assertTotal([...texts, ...legs.flatMap(textsOf)])
    const proposal = {
      votingId: venue.contracts.voting.id,
      masterQuestion,
      masterImageUrl,
      category,
      endsAtMs,
      rules,
      resolutionSources,
      tags,
      legs,
    }
    return {
      method: 'POST',
      path: '/v1/tx/proposals/linked',
      body: {
        masterQuestion,
        masterImageUrl: masterImageUrl ?? undefined,
        category,
        endsAt: endsAtMs,
        rules: rules ?? undefined,
        resolutionSources: resolutionSources ?? undefined,
        tags,
        legs: legs.map(({ question, imageUrl, metadata }) => ({
          question,
          imageUrl: imageUrl ?? undefined,
          metadata: metadata ?? undefined,
        })),
      },
      ownReasons: ['too_many_proposals'],
      prepare: (context) =>
        prepareProposal(
          context,
          proposeLinked({ ...proposal, deadlineMs: context.deadlineMs }),
          request.endsAt,
        ),
      assertFromIndex: async () => {},
    }
  },
}

const readLeg = (leg: ProposedLeg, index: number): Leg => ({
  question: readText(`legs.${index}.question`, leg.question, bounds.question),
  imageUrl: readImageUrl(`legs.${index}.imageUrl`, leg.imageUrl),
  metadata: readMetadata(`legs.${index}.metadata`, leg.metadata, bounds.legMetadata),
})

const textsOf = ({ question, imageUrl, metadata }: Leg): (string | null)[] => [
  question,
  imageUrl,
  metadata === null ? null : canonicalJson(metadata),
]

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
          throw missing('proposalId', proposalId)
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

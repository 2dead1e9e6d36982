import { type LegTexts, proposeLinked } from '../../bindings/index.ts'
import { proposalBounds as bounds } from '../../domain/index.ts'
import { canonicalJson, type JsonObject } from '../../kit/index.ts'
import type { Kind } from '../kind.ts'
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

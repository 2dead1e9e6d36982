import { proposeSingle } from '../../bindings/index.ts'
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
    const metadataText = metadata === null ? null : canonicalJson(metadata)
    assertTotal([question, category, rules, resolutionSources, imageUrl, ...tags, metadataText])
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

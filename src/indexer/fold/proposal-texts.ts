import type { ProposalTexts } from '../../domain/index.ts'
import type { Fold } from './fold.ts'

export const foldProposalTexts: Fold<ProposalTexts> = (event, _place, rows) =>
  rows.proposals.put({
    ...rows.proposals.get(String(event.proposalId)),
    question: event.question,
    category: event.category,
    rules: event.rules,
    resolutionSources: event.resolutionSources,
    imageUrl: event.imageUrl,
    tags: event.tags,
    metadata: event.metadata,
  })

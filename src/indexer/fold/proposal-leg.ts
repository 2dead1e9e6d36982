import type { ProposalLeg } from '../../domain/index.ts'
import type { Fold } from './fold.ts'

/** Legs come in the proposal's order. */
export const foldProposalLeg: Fold<ProposalLeg> = (event, _place, rows) => {
  const proposal = rows.proposals.get(String(event.proposalId))
  const leg = { question: event.question, imageUrl: event.imageUrl, metadata: event.metadata }
  rows.proposals.put({ ...proposal, legs: [...proposal.legs, leg] })
}

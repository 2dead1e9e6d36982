import type { ProposalRefunded } from '../../domain/index.ts'
import type { Fold } from './fold.ts'

export const foldProposalRefunded: Fold<ProposalRefunded> = (event, place, rows) =>
  rows.proposals.put({
    ...rows.proposals.get(String(event.proposalId)),
    refundedAtMs: place.timestampMs,
    updatedAtMs: place.timestampMs,
  })

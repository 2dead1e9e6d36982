import type { EventDeployed } from '../../domain/index.ts'
import type { Fold } from './fold.ts'

/** The legs are counted as they are deployed. */
export const foldEventDeployed: Fold<EventDeployed> = (event, place, rows) => {
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
}

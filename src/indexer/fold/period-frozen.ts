import type { PeriodFrozen } from '../../domain/index.ts'
import type { Fold } from './fold.ts'

/** The accepted ones were named just before; every other proposal of the period is rejected here. */
export const foldPeriodFrozen: Fold<PeriodFrozen> = (event, place, rows) => {
  rows.periods.put({
    ...rows.periods.get(String(event.periodId)),
    acceptedCount: event.acceptedCount,
    frozenAtMs: place.timestampMs,
  })
  for (const proposal of rows.proposals.listGroup(String(event.periodId)))
    if (proposal.status === 'pending')
      rows.proposals.put({
        ...proposal,
        status: 'rejected',
        isWinner: false,
        finalVoteCount: proposal.voteCount,
        rejectedAtMs: place.timestampMs,
        updatedAtMs: place.timestampMs,
      })
}

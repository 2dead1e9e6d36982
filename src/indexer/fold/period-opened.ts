import type { PeriodOpened } from '../../domain/index.ts'
import type { Fold } from './fold.ts'

export const foldPeriodOpened: Fold<PeriodOpened> = (event, _place, rows) =>
  rows.periods.put({
    id: event.periodId,
    startsAtMs: event.startsAtMs,
    endsAtMs: event.endsAtMs,
    opener: event.opener,
    proposalCount: 0,
    acceptedCount: null,
    frozenAtMs: null,
    closedAtMs: null,
  })

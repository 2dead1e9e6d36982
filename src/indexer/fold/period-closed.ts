import type { PeriodClosed } from '../../domain/index.ts'
import type { Fold } from './fold.ts'

export const foldPeriodClosed: Fold<PeriodClosed> = (event, place, rows) =>
  rows.periods.put({ ...rows.periods.get(String(event.periodId)), closedAtMs: place.timestampMs })

import type { ParlayRefunded } from '../../domain/index.ts'
import type { Fold } from './fold.ts'

export const foldParlayRefunded: Fold<ParlayRefunded> = (event, place, rows) =>
  rows.parlays.put({
    ...rows.parlays.get(String(event.parlayId)),
    status: event.expired ? 'expired' : 'cancelled',
    endedAtMs: place.timestampMs,
    updatedAtMs: place.timestampMs,
  })

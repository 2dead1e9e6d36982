import type { ParlayTaken } from '../../domain/index.ts'
import type { Fold } from './fold.ts'

export const foldParlayTaken: Fold<ParlayTaken> = (event, place, rows) =>
  rows.parlays.put({
    ...rows.parlays.get(String(event.parlayId)),
    taker: event.taker,
    status: 'taken',
    takenAtMs: place.timestampMs,
    updatedAtMs: place.timestampMs,
  })

import type { ParlaySettled } from '../../domain/index.ts'
import type { Fold } from './fold.ts'

export const foldParlaySettled: Fold<ParlaySettled> = (event, place, rows) =>
  rows.parlays.put({
    ...rows.parlays.get(String(event.parlayId)),
    status: 'settled',
    result: event.result,
    makerPayout: event.makerPayout,
    takerPayout: event.takerPayout,
    endedAtMs: place.timestampMs,
    updatedAtMs: place.timestampMs,
  })

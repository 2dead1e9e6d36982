import type { RoundClosed } from '../../domain/index.ts'
import { keys } from '../workspace.ts'
import type { Fold } from './fold.ts'

export const foldRoundClosed: Fold<RoundClosed> = (event, place, rows) =>
  rows.rounds.put({
    ...rows.rounds.get(keys.ofMarket(event.marketId, event.round)),
    closedAtMs: place.timestampMs,
  })

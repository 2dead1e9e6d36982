import type { RoundFinalized } from '../../domain/index.ts'
import { keys } from '../workspace.ts'
import type { Fold } from './fold.ts'

export const foldRoundFinalized: Fold<RoundFinalized> = (event, place, rows) =>
  rows.rounds.put({
    ...rows.rounds.get(keys.ofMarket(event.marketId, event.round)),
    result: event.result,
    weightYes: event.weightYes,
    weightNo: event.weightNo,
    weightEarly: event.weightEarly,
    appealEndsAtMs: event.appealEndsAtMs,
    finalizedAtMs: place.timestampMs,
  })

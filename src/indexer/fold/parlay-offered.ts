import type { ParlayOffered } from '../../domain/index.ts'
import type { Fold } from './fold.ts'

export const foldParlayOffered: Fold<ParlayOffered> = (event, place, rows) =>
  rows.parlays.put({
    id: event.parlayId,
    maker: event.maker,
    taker: null,
    amount: event.amount,
    combinedOdds: event.combinedOdds,
    takerAmount: event.takerAmount,
    legs: event.legs,
    expiresAtMs: event.expiresAtMs,
    status: 'open',
    result: null,
    makerPayout: null,
    takerPayout: null,
    txId: place.txId,
    createdAtMs: place.timestampMs,
    takenAtMs: null,
    endedAtMs: null,
    updatedAtMs: place.timestampMs,
  })

import type { ParlayEvent } from '../../domain/index.ts'
import type { Folds } from './fold.ts'

export const parlayFolds: Folds<ParlayEvent> = {
  ParlayOffered: (event, place, rows) =>
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
    }),

  ParlayRefunded: (event, place, rows) =>
    rows.parlays.put({
      ...rows.parlays.get(String(event.parlayId)),
      status: event.expired ? 'expired' : 'cancelled',
      endedAtMs: place.timestampMs,
      updatedAtMs: place.timestampMs,
    }),

  ParlaySettled: ({ parlayId, result, makerPayout, takerPayout }, { timestampMs }, rows) => {
    const parlay = rows.parlays.get(String(parlayId))
    rows.walletTotals.add(parlay.maker, timestampMs, { profit: makerPayout - parlay.amount })
    if (parlay.taker !== null)
      rows.walletTotals.add(parlay.taker, timestampMs, { profit: takerPayout - parlay.takerAmount })
    const ended = { endedAtMs: timestampMs, updatedAtMs: timestampMs }
    rows.parlays.put({ ...parlay, status: 'settled', result, makerPayout, takerPayout, ...ended })
  },

  ParlayTaken: (event, place, rows) =>
    rows.parlays.put({
      ...rows.parlays.get(String(event.parlayId)),
      taker: event.taker,
      status: 'taken',
      takenAtMs: place.timestampMs,
      updatedAtMs: place.timestampMs,
    }),
}

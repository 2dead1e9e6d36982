import type { OutcomeDisputed } from '../../domain/index.ts'
import { keys } from '../workspace.ts'
import type { Fold } from './fold.ts'

export const foldOutcomeDisputed: Fold<OutcomeDisputed> = (event, place, rows) => {
  if (event.appeal === 0)
    rows.submissions.put({
      ...rows.submissions.get(keys.ofMarket(event.marketId, event.submission)),
      disputer: event.disputer,
      disputedAtMs: place.timestampMs,
    })
  rows.bonds.put({
    marketId: event.marketId,
    submission: event.submission,
    place: event.appeal + 1,
    holder: event.disputer,
    disputed: event.outcome,
    bond: event.bond,
    postedAtMs: place.timestampMs,
    txId: place.txId,
    paid: null,
  })
}

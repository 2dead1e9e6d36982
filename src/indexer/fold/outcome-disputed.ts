import type { OutcomeDisputed } from '../../domain/index.ts'
import { keys } from '../workspace.ts'
import type { Fold } from './fold.ts'

export const foldOutcomeDisputed: Fold<OutcomeDisputed> = (event, place, rows) =>
  rows.submissions.put({
    ...rows.submissions.get(keys.ofMarket(event.marketId, event.submission)),
    disputer: event.disputer,
    disputedAtMs: place.timestampMs,
  })

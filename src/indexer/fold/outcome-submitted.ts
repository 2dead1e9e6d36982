import type { OutcomeSubmitted } from '../../domain/index.ts'
import type { Fold } from './fold.ts'

export const foldOutcomeSubmitted: Fold<OutcomeSubmitted> = (event, place, rows) =>
  rows.submissions.put({
    marketId: event.marketId,
    submission: event.submission,
    submitter: event.submitter,
    outcome: event.outcome,
    bond: event.bond,
    submittedAtMs: place.timestampMs,
    disputeEndsAtMs: event.disputeEndsAtMs,
    disputer: null,
    disputedAtMs: null,
    result: null,
    toSubmitter: null,
    toDisputer: null,
    toTreasury: null,
    closedAtMs: null,
    txId: place.txId,
  })

import type { OutcomeSubmitted } from '../../domain/index.ts'
import type { Fold } from './fold.ts'

export const foldOutcomeSubmitted: Fold<OutcomeSubmitted> = (event, place, rows) => {
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
    winners: null,
    stakePool: null,
    bondPool: null,
    toTreasury: null,
    forfeited: 0n,
    closedAtMs: null,
    txId: place.txId,
  })
  rows.bonds.put({
    marketId: event.marketId,
    submission: event.submission,
    place: 0,
    holder: event.submitter,
    disputed: null,
    bond: event.bond,
    postedAtMs: place.timestampMs,
    txId: place.txId,
    paid: null,
  })
}

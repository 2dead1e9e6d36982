import type { SubmissionClosed } from '../../domain/index.ts'
import { keys } from '../workspace.ts'
import type { Fold } from './fold.ts'

export const foldSubmissionClosed: Fold<SubmissionClosed> = (event, place, rows) =>
  rows.submissions.put({
    ...rows.submissions.get(keys.ofMarket(event.marketId, event.submission)),
    result: event.result,
    winners: event.winners,
    stakePool: event.stakePool,
    bondPool: event.bondPool,
    toTreasury: event.toTreasury,
    closedAtMs: place.timestampMs,
  })

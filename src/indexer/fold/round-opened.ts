import type { RoundOpened } from '../../domain/index.ts'
import type { Fold } from './fold.ts'

export const foldRoundOpened: Fold<RoundOpened> = (event, place, rows) =>
  rows.rounds.put({
    marketId: event.marketId,
    round: event.round,
    submission: event.submission,
    attempt: event.attempt,
    appeal: event.appeal,
    openedAtMs: place.timestampMs,
    commitEndsAtMs: event.commitEndsAtMs,
    revealEndsAtMs: event.revealEndsAtMs,
    quorum: event.quorum,
    commitCount: 0,
    revealCount: 0,
    workedOffCount: 0,
    weightYes: 0,
    weightNo: 0,
    weightEarly: 0,
    result: null,
    appealEndsAtMs: null,
    finalizedAtMs: null,
    closedAtMs: null,
  })

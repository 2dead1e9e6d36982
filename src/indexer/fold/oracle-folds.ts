import { type OracleEvent, pendingRevealId } from '../../domain/index.ts'
import { keys } from '../workspace.ts'
import type { Folds } from './fold.ts'

const weightField = { 1: 'weightYes', 2: 'weightNo', 3: 'weightEarly' } as const

export const oracleFolds: Folds<OracleEvent> = {
  BondLowered: ({ marketId, submission, bond }, _place, rows) => {
    rows.submissions.put({ ...rows.submissions.get(keys.ofMarket(marketId, submission)), bond })
    rows.bonds.put({ ...rows.bonds.get(keys.bond(marketId, submission, 0)), bond })
  },

  BondSettled: (event, _place, rows) =>
    rows.bonds.put({
      ...rows.bonds.get(keys.bond(event.marketId, event.submission, event.place)),
      paid: event.paid,
    }),

  CommitWorkedOff: (event, place, rows) => {
    rows.commits.put({
      ...rows.commits.get(keys.commit(event.marketId, event.round, event.voter)),
      workedOffAtMs: place.timestampMs,
      slashed: event.slashed,
      stakeReward: event.stakeReward,
      bondReward: event.bondReward,
    })
    const round = rows.rounds.get(keys.ofMarket(event.marketId, event.round))
    rows.rounds.put({ ...round, workedOffCount: round.workedOffCount + 1 })
  },

  OutcomeDisputed: (event, place, rows) => {
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
  },

  OutcomeSubmitted: (event, place, rows) => {
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
  },

  RoundClosed: (event, place, rows) =>
    rows.rounds.put({
      ...rows.rounds.get(keys.ofMarket(event.marketId, event.round)),
      closedAtMs: place.timestampMs,
    }),

  RoundFinalized: (event, place, rows) =>
    rows.rounds.put({
      ...rows.rounds.get(keys.ofMarket(event.marketId, event.round)),
      result: event.result,
      weightYes: event.weightYes,
      weightNo: event.weightNo,
      weightEarly: event.weightEarly,
      appealEndsAtMs: event.appealEndsAtMs,
      finalizedAtMs: place.timestampMs,
    }),

  RoundOpened: (event, place, rows) =>
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
    }),

  SlashesForfeited: (event, _place, rows) =>
    rows.submissions.put({
      ...rows.submissions.get(keys.ofMarket(event.marketId, event.submission)),
      forfeited: event.amount,
    }),

  SubmissionClosed: (event, place, rows) =>
    rows.submissions.put({
      ...rows.submissions.get(keys.ofMarket(event.marketId, event.submission)),
      result: event.result,
      winners: event.winners,
      stakePool: event.stakePool,
      bondPool: event.bondPool,
      toTreasury: event.toTreasury,
      closedAtMs: place.timestampMs,
    }),

  VoteCommitted: (event, place, rows) => {
    const market = rows.markets.get(String(event.marketId))
    rows.commits.put({
      id: pendingRevealId(market.marketAddress, event.round, event.voter),
      marketId: event.marketId,
      round: event.round,
      voter: event.voter,
      commitHash: event.commitHash,
      weight: event.weight,
      stake: event.stake,
      slash: event.slash,
      vote: 0,
      salt: null,
      commitTxId: place.txId,
      revealTxId: null,
      committedAtMs: place.timestampMs,
      revealedAtMs: null,
      workedOffAtMs: null,
      slashed: null,
      stakeReward: null,
      bondReward: null,
    })
    const round = rows.rounds.get(keys.ofMarket(event.marketId, event.round))
    rows.rounds.put({ ...round, commitCount: round.commitCount + 1 })
  },

  VoteRevealed: (event, place, rows) => {
    rows.commits.put({
      ...rows.commits.get(keys.commit(event.marketId, event.round, event.voter)),
      vote: event.vote,
      salt: event.salt,
      revealTxId: place.txId,
      revealedAtMs: place.timestampMs,
    })
    const round = rows.rounds.get(keys.ofMarket(event.marketId, event.round))
    const field = weightField[event.vote]
    rows.rounds.put({ ...round, revealCount: round.revealCount + 1, [field]: round[field] + event.weight })
  },
}

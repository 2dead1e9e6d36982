import { describe, expect, test } from 'vitest'
import { ann, bob, createFoldStage, marketAddress, NOW } from '../../../test/support/fold-stage.ts'
import { ONE, pendingRevealId } from '../../domain/index.ts'
import { createWorkspace, keys, type Workspace } from '../workspace.ts'
import { foldEvent } from './fold-event.ts'
import { settleBooks } from './settle-books.ts'

const { fold, foldAt, openMarket } = createFoldStage({ createWorkspace, foldEvent, settleBooks })

describe('votes of a round', () => {
  const opened = {
    type: 'RoundOpened',
    marketId: 1,
    round: 2,
    submission: 1,
    attempt: 2,
    appeal: 1,
    commitEndsAtMs: NOW + 10,
    revealEndsAtMs: NOW + 20,
    quorum: 60,
  } as const
  const committed = {
    type: 'VoteCommitted',
    marketId: 1,
    round: 2,
    voter: bob,
    commitHash: 'ab'.repeat(32),
    weight: 22,
    stake: 833_333n * ONE,
    slash: 833n * ONE,
  } as const
  const submitted = {
    type: 'OutcomeSubmitted',
    marketId: 1,
    submission: 3,
    submitter: ann,
    outcome: 2,
    bond: 300n,
    disputeEndsAtMs: NOW + 1,
  } as const
  const bondOf = (place: number, holder: string) => ({
    marketId: 1,
    submission: 3,
    place,
    holder,
    bond: 300n,
    postedAtMs: NOW,
    txId: 'tx',
    paid: null,
  })
  const round = (rows: Workspace) => rows.rounds.get(keys.ofMarket(1, 2))
  const commit = (rows: Workspace) => rows.commits.get(keys.commit(1, 2, bob))

  test('default: a submission is kept with its bond, which stands at place 0', () => {
    const rows = openMarket()
    fold(rows, submitted)
    expect(rows.submissions.get(keys.ofMarket(1, 3))).toEqual({
      marketId: 1,
      submission: 3,
      submitter: ann,
      outcome: 2,
      bond: 300n,
      submittedAtMs: NOW,
      disputeEndsAtMs: NOW + 1,
      disputer: null,
      disputedAtMs: null,
      result: null,
      winners: null,
      stakePool: null,
      bondPool: null,
      toTreasury: null,
      forfeited: 0n,
      closedAtMs: null,
      txId: 'tx',
    })
    expect(rows.bonds.get(keys.bond(1, 3, 0))).toEqual({ ...bondOf(0, ann), disputed: null })
  })
  test('behavior: an appeal’s bond has a place of its own, and the submission names who disputed it first', () => {
    const rows = openMarket()
    const of = { type: 'OutcomeDisputed', marketId: 1, submission: 3, bond: 300n } as const
    fold(rows, submitted, { ...of, disputer: bob, outcome: 2, appeal: 0 })
    foldAt(
      rows,
      { height: 2, timestampMs: NOW + 5 },
      { ...of, disputer: ann, outcome: 1, appeal: 1 },
      { ...of, disputer: bob, outcome: 3, appeal: 2 },
    )
    expect(rows.submissions.get(keys.ofMarket(1, 3))).toMatchObject({ disputer: bob, disputedAtMs: NOW })
    const later = { postedAtMs: NOW + 5 }
    expect([1, 2, 3].map((place) => rows.bonds.get(keys.bond(1, 3, place)))).toEqual([
      { ...bondOf(1, bob), disputed: 2 },
      { ...bondOf(2, ann), disputed: 1, ...later },
      { ...bondOf(3, bob), disputed: 3, ...later },
    ])
  })
  test('default: a round begins with nothing counted, a commit with nothing revealed', () => {
    const rows = openMarket()
    fold(rows, opened)
    expect(round(rows)).toEqual({
      marketId: 1,
      round: 2,
      submission: 1,
      attempt: 2,
      appeal: 1,
      openedAtMs: NOW,
      commitEndsAtMs: NOW + 10,
      revealEndsAtMs: NOW + 20,
      quorum: 60,
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
    foldAt(rows, { height: 2, timestampMs: NOW + 5 }, committed)
    expect(commit(rows)).toEqual({
      id: pendingRevealId(marketAddress, 2, bob),
      marketId: 1,
      round: 2,
      voter: bob,
      commitHash: 'ab'.repeat(32),
      weight: 22,
      stake: 833_333n * ONE,
      slash: 833n * ONE,
      vote: 0,
      salt: null,
      commitTxId: 'tx',
      revealTxId: null,
      committedAtMs: NOW + 5,
      revealedAtMs: null,
      workedOffAtMs: null,
      slashed: null,
      stakeReward: null,
      bondReward: null,
    })
  })
  test('default: BondLowered leaves submitter and submission the lower bond', () => {
    const rows = openMarket()
    const bonded = { marketId: 1, submission: 1 }
    fold(
      rows,
      {
        type: 'OutcomeSubmitted',
        ...bonded,
        submitter: ann,
        outcome: 2,
        bond: 300n,
        disputeEndsAtMs: NOW + 1,
      },
      { type: 'BondLowered', ...bonded, holder: ann, bond: 100n, returned: 200n },
      { type: 'OutcomeDisputed', ...bonded, disputer: bob, outcome: 2, bond: 100n, appeal: 0 },
    )
    expect(rows.submissions.get(keys.ofMarket(1, 1))).toMatchObject({
      submitter: ann,
      bond: 100n,
      disputer: bob,
    })
    expect(rows.bonds.get(keys.bond(1, 1, 0))).toMatchObject({ holder: ann, bond: 100n, paid: null })
    expect(rows.bonds.get(keys.bond(1, 1, 1))).toMatchObject({ holder: bob, bond: 100n, paid: null })
  })
  test('behavior: what ends a case is written to its own submission, bond and round', () => {
    const rows = openMarket()
    const second = { marketId: 1, submission: 2 }
    fold(
      rows,
      {
        type: 'OutcomeSubmitted',
        ...second,
        submitter: ann,
        outcome: 1,
        bond: 300n,
        disputeEndsAtMs: NOW + 1,
      },
      { type: 'BondLowered', ...second, holder: ann, bond: 100n, returned: 200n },
    )
    const submission = () => rows.submissions.get(keys.ofMarket(1, 2))
    expect(submission()).toMatchObject({ bond: 100n, result: null, forfeited: 0n, closedAtMs: null })
    fold(
      rows,
      { type: 'BondSettled', ...second, place: 0, holder: ann, bond: 100n, paid: 150n },
      { type: 'SlashesForfeited', ...second, amount: 7n },
      {
        type: 'SubmissionClosed',
        ...second,
        result: 'yes',
        winners: 22,
        stakePool: 5n,
        bondPool: 6n,
        toTreasury: 0n,
      },
    )
    expect(rows.bonds.get(keys.bond(1, 2, 0))).toMatchObject({ bond: 100n, paid: 150n })
    expect(submission()).toMatchObject({
      result: 'yes',
      winners: 22,
      stakePool: 5n,
      bondPool: 6n,
      toTreasury: 0n,
      forfeited: 7n,
      closedAtMs: NOW,
    })
  })
  test('behavior: a round is counted, its commits are worked off one by one, and it is closed', () => {
    const rows = openMarket()
    fold(
      rows,
      opened,
      committed,
      { ...committed, voter: ann },
      {
        type: 'RoundFinalized',
        marketId: 1,
        round: 2,
        result: 2,
        weightYes: 3,
        weightNo: 44,
        weightEarly: 5,
        wallets: 2,
        appealEndsAtMs: NOW + 30,
      },
      {
        type: 'CommitWorkedOff',
        marketId: 1,
        round: 2,
        voter: bob,
        slashed: 1n,
        stakeReward: 2n,
        bondReward: 3n,
      },
    )
    expect(round(rows)).toMatchObject({
      result: 2,
      weightYes: 3,
      weightNo: 44,
      weightEarly: 5,
      appealEndsAtMs: NOW + 30,
      finalizedAtMs: NOW,
      commitCount: 2,
      workedOffCount: 1,
      closedAtMs: null,
    })
    expect(commit(rows)).toMatchObject({
      workedOffAtMs: NOW,
      slashed: 1n,
      stakeReward: 2n,
      bondReward: 3n,
    })
    fold(rows, { type: 'RoundClosed', marketId: 1, round: 2 })
    expect(round(rows).closedAtMs).toBe(NOW)
  })
  test('default: VoteCommitted is counted, its choice unknown', () => {
    const rows = openMarket()
    fold(rows, opened, committed)
    expect(commit(rows)).toMatchObject({
      vote: 0,
      salt: null,
      weight: 22,
      slash: 833n * ONE,
      revealTxId: null,
    })
    expect(round(rows)).toMatchObject({ appeal: 1, quorum: 60, commitCount: 1, revealCount: 0, weightNo: 0 })
  })
  test.each([
    [1, 'weightYes'],
    [2, 'weightNo'],
    [3, 'weightEarly'],
  ] as const)('behavior: VoteRevealed with choice %i adds to %s alone', (vote, field) => {
    const rows = openMarket()
    fold(rows, opened, committed, {
      type: 'VoteRevealed',
      marketId: 1,
      round: 2,
      voter: bob,
      vote,
      salt: 'cd'.repeat(32),
      weight: 22,
    })
    expect(commit(rows)).toMatchObject({ vote, salt: 'cd'.repeat(32), revealTxId: 'tx', revealedAtMs: NOW })
    expect(round(rows)).toMatchObject({
      commitCount: 1,
      revealCount: 1,
      weightYes: 0,
      weightNo: 0,
      weightEarly: 0,
      [field]: 22,
    })
  })
})

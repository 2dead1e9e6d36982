import { describe, expect, test } from 'vitest'
import {
  ann,
  bob,
  created,
  createFoldStage,
  eventDeployed,
  legDeployed,
  NOW,
} from '../../../test/support/fold-stage.ts'
import { ONE, type VenueEvent } from '../../domain/index.ts'
import { Bug } from '../../kit/index.ts'
import { createWorkspace, keys, type Workspace } from '../workspace.ts'
import { foldEvent } from './fold-event.ts'
import { settleBooks } from './settle-books.ts'

const { fold, foldAt, openMarket } = createFoldStage({ createWorkspace, foldEvent, settleBooks })
const market = (rows: Workspace) => rows.markets.get('1')

describe('proposals', () => {
  test('default: a market takes the texts of its proposal, and its words are counted once each', () => {
    const rows = openMarket()
    expect(market(rows)).toMatchObject({
      question: 'Will it rain?',
      category: 'Weather',
      metadata: { a: 1 },
      masterQuestion: null,
      eventId: null,
    })
    expect(rows.words.moves().map(({ key }) => key)).toEqual(['will', 'it', 'rain', 'weather'])
  })
  test('default: a new market has no order, no trade and no fee', () => {
    expect(market(openMarket())).toMatchObject({
      state: 'open',
      resolved: false,
      resolvedAtMs: null,
      finalOutcome: null,
      closing: null,
      bestBidYes: 0,
      bestAskYes: 0,
      sweptChunks: [],
      volume: 0n,
      openInterest: 0n,
      orderCount: 0,
      tradeCount: 0,
      lastTradeAtMs: 0,
      lastPrice: 0,
      trendAmount: 0n,
      trending: 0,
      unpaidCreatorFees: 0n,
      unpaidTreasuryFees: 0n,
      keptFees: 0n,
    })
  })
  test('default: an event’s legs are counted, and their questions are what it is found by', () => {
    const rows = openMarket()
    fold(rows, ...eventDeployed)
    const event = {
      id: 7,
      masterAddress: 'master',
      proposalId: 2,
      question: 'Who wins?',
      category: null,
      tags: ['vote', 'cup'],
      imageUrl: 'https://master',
      legCount: 0,
      legsText: '',
      totalVolume: 0n,
      createdAtMs: NOW,
    }
    expect(rows.events.get('7')).toEqual(event)
    expect(rows.proposals.get('2')).toMatchObject({ eventId: 7, deployedCount: 0 })
    foldAt(rows, { height: 2, timestampMs: NOW + 5 }, legDeployed(0), legDeployed(1))
    expect(rows.events.get('7')).toEqual({ ...event, legCount: 2, legsText: 'Ann? Bob?' })
    expect(rows.proposals.get('2')).toMatchObject({ deployedCount: 2, updatedAtMs: NOW + 5 })
    expect(rows.markets.get('3')).toMatchObject({ question: 'Bob?', eventId: 7, leg: 1 })
  })
  test('behavior: a leg has its own question and the texts of its event, and the event’s image if it has none', () => {
    const rows = openMarket()
    fold(rows, ...eventDeployed, legDeployed(0), legDeployed(1))
    const texts = {
      category: null,
      tagsText: 'vote cup',
      rules: 'The final counts.',
      resolutionSources: 'Press',
      masterQuestion: 'Who wins?',
      masterImage: 'https://master',
      createdAtMs: NOW,
    }
    expect(rows.markets.get('2')).toMatchObject({ question: 'Ann?', imageUrl: 'https://master', ...texts })
    expect(rows.markets.get('3')).toMatchObject({ question: 'Bob?', imageUrl: 'https://bob', ...texts })
    const counted = new Map(rows.words.moves().map(({ key, steps }) => [key, steps[0]?.delta]))
    expect(['ann', 'bob', 'cup', 'counts', 'press', 'wins'].map((word) => counted.get(word))).toEqual([
      1,
      1,
      2,
      2,
      2,
      undefined,
    ])
  })
  test('error: a market of a leg that was never proposed says so', () => {
    const rows = openMarket()
    fold(rows, ...eventDeployed)
    expect(() => fold(rows, legDeployed(2))).toThrow(Bug)
    expect(() => fold(rows, legDeployed(2))).toThrow('block 1: proposal 2 has no leg 2')
  })
  test('default: a period and a proposal begin with nothing decided', () => {
    const rows = openMarket()
    fold(
      rows,
      { type: 'PeriodOpened', periodId: 6, startsAtMs: NOW, endsAtMs: NOW + 8, opener: bob },
      { ...created, proposalId: 5, periodId: 6 },
    )
    expect(rows.periods.get('6')).toEqual({
      id: 6,
      startsAtMs: NOW,
      endsAtMs: NOW + 8,
      opener: bob,
      proposalCount: 1,
      acceptedCount: null,
      frozenAtMs: null,
      closedAtMs: null,
    })
    expect(rows.proposals.get('5')).toMatchObject({
      periodId: 6,
      kind: 'single',
      proposer: ann,
      status: 'pending',
      legCount: 0,
      deployedCount: 0,
      eventId: null,
      deposit: ONE,
      voteCount: 0n,
      uniqueVoters: 0,
      isWinner: null,
      finalVoteCount: null,
      createdAtMs: NOW,
      finalizedAtMs: null,
      refundedAtMs: null,
    })
    expect(rows.proposals.get('1')).toMatchObject({ deployedCount: 1, finalizedAtMs: NOW })
  })
  test('default: a proposal with legs is linked, and its period counts it', () => {
    const rows = openMarket()
    fold(rows, { ...created, proposalId: 2, legCount: 2 })
    expect(rows.proposals.get('1')).toMatchObject({ kind: 'single', voteCount: 0n, uniqueVoters: 0 })
    expect(rows.proposals.get('2')).toMatchObject({ kind: 'linked', legCount: 2, deployedCount: 0 })
    expect(rows.periods.get('1')).toMatchObject({ proposalCount: 2, acceptedCount: null })
  })
  test('behavior: the freeze rejects every proposal that was not accepted before it', () => {
    const rows = openMarket()
    fold(
      rows,
      { ...created, proposalId: 2 },
      { type: 'PeriodFrozen', periodId: 1, acceptedCount: 1, proposalCount: 2 },
    )
    expect(rows.proposals.get('1')).toMatchObject({
      status: 'accepted',
      isWinner: true,
      finalVoteCount: 4n,
      rejectedAtMs: null,
    })
    expect(rows.proposals.get('2')).toMatchObject({
      status: 'rejected',
      isWinner: false,
      finalVoteCount: 0n,
      rejectedAtMs: NOW,
    })
  })
  test('behavior: what the freeze rejects is told by id, however it was found', () => {
    const rows = openMarket()
    rows.proposals.load([5, 3, 4].map((id) => ({ ...rows.proposals.get('1'), id, status: 'pending' })))
    rows.enterBlock(9, true)
    fold(rows, { type: 'PeriodFrozen', periodId: 1, acceptedCount: 1, proposalCount: 4 })
    expect(rows.proposals.blockChanges().map(({ after }) => after!.id)).toEqual([3, 4, 5])
  })
  test('default: a vote is kept with its weight, and its proposal shows what the contract counted', () => {
    const rows = openMarket()
    const vote = (voter: string, weight: number, voteCount: number, uniqueVoters: number): VenueEvent => ({
      type: 'VoteCast',
      proposalId: 1,
      periodId: 1,
      voter,
      weight,
      voteCount,
      uniqueVoters,
    })
    fold(rows, vote(ann, 3, 3, 1), vote(bob, 4, 7, 2))
    expect(rows.proposals.get('1')).toMatchObject({ voteCount: 7n, uniqueVoters: 2, lastVoteAtMs: NOW })
    expect(rows.votes.get(keys.vote(1, bob))).toEqual({
      id: 2,
      proposalId: 1,
      periodId: 1,
      voter: bob,
      weight: 4,
      txId: 'tx',
      votedAtMs: NOW,
    })
  })
  test('default: a refund is the proposal’s, and the last one closes the period', () => {
    const rows = openMarket()
    fold(rows, { ...created, proposalId: 2 })
    expect(rows.periods.get('1')).toMatchObject({ closedAtMs: null })
    fold(
      rows,
      { type: 'ProposalRefunded', proposalId: 2, proposer: ann, amount: ONE },
      { type: 'PeriodClosed', periodId: 1 },
    )
    expect(rows.proposals.get('1')).toMatchObject({ refundedAtMs: null })
    expect(rows.proposals.get('2')).toMatchObject({ refundedAtMs: NOW })
    expect(rows.periods.get('1')).toMatchObject({ closedAtMs: NOW })
  })
  test('behavior: lists are counted along: what moved in a block and came back does not show', () => {
    const rows = openMarket()
    const counts = new Map(rows.counts.moves().map(({ key, steps }) => [key.join(':'), steps[0]?.delta]))
    expect(counts.get('markets:open')).toBe(1)
    expect(counts.get('markets_by_tag:open|rain')).toBe(1)
    expect(counts.get('proposals:accepted')).toBe(1)
    expect(counts.has('proposals:pending')).toBe(false)
  })
})

import { describe, expect, test } from 'vitest'
import {
  type MarketDeployed,
  ONE,
  type Outcome,
  type ProposalCreated,
  type Side,
  type VenueEvent,
} from '../../domain/index.ts'
import { Bug } from '../../kit/index.ts'
import { createWorkspace, keys, type Workspace } from '../workspace.ts'
import { expireOrders } from './expire-orders.ts'
import { foldEvent } from './fold-event.ts'
import { settleBooks } from './settle-books.ts'

const marketAddress = '25kE2CyHzKVP5m2CAYAvPYxemhFKdXtXkkwdcTTcGVLH5'
const [ann, bob] = [
  '1DrDyTr9RpRsQnDnXo2YRiPzPW4ooHX5LLoqXrqfMrpQH',
  '14UAjZ3qcmEVKdTo84Kwf4RprTQi86w2TefnnGFjov9xF',
]
const NOW = 1_800_000_000_000

function fold(rows: Workspace, ...events: VenueEvent[]): void {
  for (const [eventIndex, event] of events.entries())
    foldEvent({ event, place: { height: 1, timestampMs: NOW, txId: 'tx', eventIndex } }, rows)
  settleBooks(rows)
}

const created: ProposalCreated = {
  type: 'ProposalCreated',
  proposalId: 1,
  periodId: 1,
  proposer: ann,
  legCount: 0,
  endsAtMs: NOW + 1,
  creatorShare: 3,
  textHash: '00',
  deposit: ONE,
}
const deployed: MarketDeployed = {
  type: 'MarketDeployed',
  marketId: 1,
  marketAddress,
  proposalId: 1,
  leg: 0,
  eventId: null,
  creator: ann,
  creatorShare: 3,
  endsAtMs: NOW + 1,
}

function openMarket(): Workspace {
  const rows = createWorkspace()
  rows.enterBlock(1, true)
  fold(
    rows,
    { type: 'PeriodOpened', periodId: 1, startsAtMs: NOW, endsAtMs: NOW + 1, opener: ann },
    created,
    {
      type: 'ProposalTexts',
      proposalId: 1,
      question: 'Will it rain?',
      category: 'Weather',
      rules: null,
      resolutionSources: null,
      imageUrl: null,
      tags: ['rain', 'rain'],
      metadata: { a: 1 },
    },
    { type: 'ProposalAccepted', proposalId: 1, periodId: 1, finalVoteCount: 4, creatorShare: 3 },
    deployed,
  )
  return rows
}

const placed = (
  orderId: number,
  trader: string,
  side: Side,
  outcome: Outcome,
  price: number,
  shares: bigint,
): VenueEvent => ({
  type: 'OrderPlaced',
  marketAddress,
  orderId,
  trader,
  side,
  outcome,
  price,
  quantity: shares * ONE,
  timeInForce: 'gtc',
  isMarketOrder: false,
  referer: null,
})
const filled = (
  orderId: number,
  makerOrderId: number,
  fillType: 'transfer' | 'mint' | 'merge',
  price: number,
  shares: bigint,
): VenueEvent => ({
  type: 'OrderFilled',
  marketAddress,
  orderId,
  makerOrderId,
  maker: ann,
  fillType,
  price,
  quantity: shares * ONE,
  makerCollateral: 0n,
  makerRemaining: 0n,
})
const resolved = (finalOutcome: 1 | 2 | 3): VenueEvent => ({
  type: 'MarketStateChanged',
  marketAddress,
  state: 'resolved',
  finalOutcome,
  closing: finalOutcome === 3 ? 400 : null,
})

const market = (rows: Workspace) => rows.markets.get('1')
const position = (rows: Workspace, user: string, outcome: Outcome) =>
  rows.positions.get(keys.position(user, 1, outcome))
const order = (rows: Workspace, orderId: number) => rows.orders.get(keys.order(1, orderId))

describe('orders', () => {
  test('default: a resting buy of no is an ask of the yes book and locks collateral', () => {
    const rows = openMarket()
    fold(rows, placed(1, ann, 'buy', 'no', 300, 10n))
    expect(market(rows)).toMatchObject({ bestBidYes: 0, bestAskYes: 700, orderCount: 1 })
    expect(position(rows, ann, 'no')).toMatchObject({
      id: 1,
      shares: 0n,
      entryPrice: null,
      lockedCollateral: 3n * ONE,
    })
    expect(rows.priceLevels.get(keys.level(1, 'ask', 700))).toMatchObject({
      quantity: 10n * ONE,
      orderCount: 1,
    })
  })
  test('default: mint: both buy, each at its own price, told from the taker', () => {
    const rows = openMarket()
    fold(
      rows,
      placed(1, ann, 'buy', 'yes', 600, 10n),
      placed(2, bob, 'buy', 'no', 450, 4n),
      filled(2, 1, 'mint', 600, 4n),
    )
    expect(rows.trades).toMatchObject([
      {
        id: 1,
        price: 400,
        side: 'buy',
        outcome: 'no',
        buyOrderId: 1,
        sellOrderId: 2,
        amountUsd: (4n * ONE * 400n) / 1000n,
      },
    ])
    expect(position(rows, ann, 'yes')).toMatchObject({
      shares: 4n * ONE,
      entryPrice: 600,
      lockedCollateral: (6n * ONE * 600n) / 1000n,
    })
    expect(position(rows, bob, 'no')).toMatchObject({
      shares: 4n * ONE,
      entryPrice: 400,
      lockedCollateral: 0n,
    })
    expect(order(rows, 1)).toMatchObject({ status: 'open', filled: 4n * ONE })
    expect(order(rows, 2)).toMatchObject({ status: 'filled' })
    expect(market(rows)).toMatchObject({
      bestBidYes: 600,
      bestAskYes: 0,
      openInterest: 4n * ONE,
      tradeCount: 1,
    })
  })
  test('default: transfer: shares change hands, the seller keeps its entry price', () => {
    const rows = openMarket()
    fold(
      rows,
      placed(1, ann, 'buy', 'yes', 600, 10n),
      placed(2, bob, 'buy', 'no', 400, 10n),
      filled(2, 1, 'mint', 600, 10n),
      placed(3, ann, 'sell', 'yes', 650, 5n),
      placed(4, bob, 'buy', 'yes', 700, 2n),
      filled(4, 3, 'transfer', 650, 2n),
    )
    expect(position(rows, ann, 'yes')).toMatchObject({
      shares: 8n * ONE,
      lockedShares: 3n * ONE,
      entryPrice: 600,
    })
    expect(position(rows, bob, 'yes')).toMatchObject({ shares: 2n * ONE, entryPrice: 650 })
    expect(rows.trades[1]).toMatchObject({
      price: 650,
      buyOrderId: 4,
      sellOrderId: 3,
      side: 'buy',
      outcome: 'yes',
    })
    expect(market(rows).openInterest).toBe(10n * ONE)
  })
  test('default: merge: both sell, a pair is burnt, an entry price goes with the last share', () => {
    const rows = openMarket()
    fold(
      rows,
      placed(1, ann, 'buy', 'yes', 600, 2n),
      placed(2, bob, 'buy', 'no', 400, 2n),
      filled(2, 1, 'mint', 600, 2n),
      placed(3, ann, 'sell', 'yes', 550, 2n),
      placed(4, bob, 'sell', 'no', 300, 2n),
      filled(4, 3, 'merge', 550, 2n),
    )
    expect(position(rows, ann, 'yes')).toMatchObject({ shares: 0n, lockedShares: 0n, entryPrice: null })
    expect(rows.trades[1]).toMatchObject({
      price: 450,
      fillType: 'merge',
      side: 'sell',
      outcome: 'no',
      buyOrderId: 4,
      sellOrderId: 3,
    })
    expect(market(rows).openInterest).toBe(0n)
  })
  test('behavior: a cancel gives everything back and empties the level', () => {
    const rows = openMarket()
    fold(rows, placed(1, ann, 'buy', 'yes', 600, 10n), {
      type: 'OrderCancelled',
      marketAddress,
      orderId: 1,
      trader: ann,
      reason: 'owner',
      remaining: 10n * ONE,
      collateral: 6n * ONE,
    })
    expect(order(rows, 1)).toMatchObject({ status: 'cancelled', lockedCollateral: 0n })
    expect(position(rows, ann, 'yes').lockedCollateral).toBe(0n)
    expect(rows.priceLevels.listGroup(keys.book(1, 'bid'))).toEqual([])
    expect(market(rows).bestBidYes).toBe(0)
  })
  test('behavior: an order is open until it is filled whole, and ended from the first if it asks for nothing', () => {
    const rows = openMarket()
    const smallest = { ...placed(2, ann, 'buy', 'yes', 600, 0n), quantity: 1n } as VenueEvent
    fold(rows, placed(1, ann, 'buy', 'yes', 600, 0n), smallest)
    expect(order(rows, 1)).toMatchObject({ status: 'filled', endedHeight: 1, released: false })
    expect(order(rows, 2)).toMatchObject({ status: 'open', endedHeight: null, released: false })
    expect(rows.priceLevels.get(keys.level(1, 'bid', 600))).toMatchObject({ quantity: 1n, orderCount: 1 })
    expect(position(rows, ann, 'yes').lockedCollateral).toBe(1n)
  })
  test('behavior: the best price of a side is its highest bid and its lowest ask, whichever came first', () => {
    const rows = openMarket()
    const [low, high] = [placed(1, ann, 'buy', 'yes', 300, 1n), placed(2, ann, 'buy', 'yes', 400, 1n)]
    fold(rows, low, high, placed(3, bob, 'sell', 'yes', 700, 1n), placed(4, bob, 'sell', 'yes', 600, 1n))
    expect(market(rows)).toMatchObject({ bestBidYes: 400, bestAskYes: 600 })
    fold(rows, placed(5, ann, 'buy', 'yes', 200, 1n), placed(6, bob, 'sell', 'yes', 800, 1n))
    expect(market(rows)).toMatchObject({ bestBidYes: 400, bestAskYes: 600 })
  })
  test('error: an order that has ended, or that a fill is too large for, is not filled', () => {
    const rows = openMarket()
    fold(rows, placed(1, ann, 'buy', 'yes', 600, 2n), placed(2, bob, 'buy', 'no', 400, 5n))
    fold(rows, filled(2, 1, 'mint', 600, 2n))
    expect(() => fold(rows, filled(2, 1, 'mint', 600, 0n))).toThrow(Bug)
  })
  test('error: a fill beyond the quantity says where it stands', () => {
    const rows = openMarket()
    fold(rows, placed(1, ann, 'buy', 'yes', 600, 1n), placed(2, bob, 'buy', 'no', 400, 1n))
    expect(() => fold(rows, filled(2, 1, 'mint', 600, 2n))).toThrow(Bug)
    expect(() => fold(rows, filled(2, 1, 'mint', 600, 2n))).toThrow(
      'OrderFilled in transaction tx of block 1',
    )
  })
})

describe('resolution', () => {
  function traded(): Workspace {
    const rows = openMarket()
    fold(
      rows,
      placed(1, ann, 'buy', 'yes', 600, 11n),
      placed(2, bob, 'buy', 'no', 400, 11n),
      filled(2, 1, 'mint', 600, 11n),
      placed(3, ann, 'sell', 'yes', 900, 4n),
      placed(4, bob, 'buy', 'yes', 100, 10n),
    )
    return rows
  }
  test('default: resting orders are cancelled, what they hold stays locked until released', () => {
    const rows = traded()
    fold(rows, resolved(1))
    expect(order(rows, 3)).toMatchObject({ status: 'cancelled', lockedShares: 4n * ONE })
    expect(position(rows, bob, 'yes').lockedCollateral).toBe(ONE)
    expect(market(rows)).toMatchObject({ resolved: true, finalOutcome: 1, bestBidYes: 0, bestAskYes: 0 })
    fold(
      rows,
      {
        type: 'OrderReleased',
        marketAddress,
        orderId: 3,
        trader: ann,
        remaining: 4n * ONE,
        payout: 4n * ONE,
      },
      { type: 'OrderReleased', marketAddress, orderId: 4, trader: bob, remaining: 10n * ONE, payout: ONE },
    )
    expect(position(rows, ann, 'yes')).toMatchObject({ lockedShares: 0n, paid: 4n * ONE, shares: 11n * ONE })
    expect(position(rows, bob, 'yes')).toMatchObject({ lockedCollateral: 0n, paid: 0n })
    expect([order(rows, 3).released, order(rows, 4).released]).toEqual([true, true])
  })
  test.each([
    [1, 7n * ONE, 0n],
    [2, 0n, 11n * ONE],
    [3, (7n * ONE * 400n) / 1000n, (11n * ONE * 600n) / 1000n],
  ] as const)('default: outcome %d pays yes %d and no %d', (finalOutcome, yesPaid, noPaid) => {
    const rows = traded()
    fold(
      rows,
      resolved(finalOutcome),
      { type: 'PositionSettled', marketAddress, trader: ann, yes: 7n * ONE, no: 0n, payout: yesPaid },
      { type: 'PositionSettled', marketAddress, trader: bob, yes: 0n, no: 11n * ONE, payout: noPaid },
    )
    expect(position(rows, ann, 'yes')).toMatchObject({ isSettled: true, paid: yesPaid })
    expect(position(rows, bob, 'no')).toMatchObject({ isSettled: true, paid: noPaid })
    expect(position(rows, bob, 'yes')).toMatchObject({ isSettled: true, paid: 0n })
  })
})

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
      finalOutcome: null,
      closing: null,
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
    const leg = (at: number, question: string): VenueEvent => ({
      type: 'ProposalLeg',
      proposalId: 2,
      leg: at,
      question,
      imageUrl: null,
      metadata: null,
    })
    const legMarket = (at: number): VenueEvent => ({
      ...deployed,
      marketId: 2 + at,
      marketAddress: `${marketAddress}${at}`,
      proposalId: 2,
      leg: at,
      eventId: 7,
    })
    fold(
      rows,
      { ...created, proposalId: 2, legCount: 2 },
      leg(0, 'Ann?'),
      leg(1, 'Bob?'),
      { type: 'EventDeployed', eventId: 7, proposalId: 2, masterAddress: 'master', legCount: 2 },
      legMarket(0),
      legMarket(1),
    )
    expect(rows.events.get('7')).toMatchObject({ legCount: 2, legsText: 'Ann? Bob?' })
    expect(rows.markets.get('3')).toMatchObject({ question: 'Bob?', eventId: 7, leg: 1 })
    expect(() => fold(rows, legMarket(2))).toThrow(Bug)
  })
  test('default: swept chunks are listed in order, in whichever they were swept', () => {
    const rows = openMarket()
    for (const chunk of [10, 2, 5]) fold(rows, { type: 'ChunkSwept', marketAddress, chunk, payer: bob })
    expect(market(rows).sweptChunks).toEqual([2, 5, 10])
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

describe('orders that end by themselves', () => {
  const dying = (): Workspace => {
    const rows = openMarket()
    fold(rows, placed(1, ann, 'buy', 'yes', 400, 5n), {
      type: 'OrderExpires',
      marketAddress,
      orderId: 1,
      expiresAtMs: NOW + 10,
    })
    return rows
  }
  const order = (rows: Workspace) => rows.orders.get(keys.order(1, 1))

  test('default: the first block whose time reaches it takes it out of the book; what it holds stays locked', () => {
    const rows = dying()
    expireOrders(rows, { height: 3, timestampMs: NOW + 9 })
    settleBooks(rows)
    expect([order(rows).status, market(rows).bestBidYes]).toEqual(['open', 400])
    expireOrders(rows, { height: 3, timestampMs: NOW + 10 })
    settleBooks(rows)
    expect(order(rows)).toMatchObject({ status: 'cancelled', lockedCollateral: 2n * ONE, endedHeight: 3 })
    expect(market(rows).bestBidYes).toBe(0)
    expect(position(rows, ann, 'yes')).toMatchObject({ lockedCollateral: 2n * ONE })
  })
  test('behavior: clearing it frees what it held, and takes nothing out of the book twice', () => {
    const rows = dying()
    expireOrders(rows, { height: 3, timestampMs: NOW + 10 })
    fold(rows, {
      type: 'OrderCancelled',
      marketAddress,
      orderId: 1,
      trader: ann,
      reason: 'expired',
      remaining: 5n * ONE,
      collateral: 2n * ONE,
    })
    expect(order(rows)).toMatchObject({ status: 'cancelled', lockedCollateral: 0n })
    expect(position(rows, ann, 'yes')).toMatchObject({ lockedCollateral: 0n })
    expect(rows.expiring.size).toBe(0)
  })
})

describe('pairs', () => {
  test('default: split and merge move both positions and the open interest', () => {
    const rows = openMarket()
    fold(rows, { type: 'PairsSplit', marketAddress, trader: ann, quantity: 5n * ONE })
    for (const outcome of ['yes', 'no'] as const)
      expect(position(rows, ann, outcome)).toMatchObject({ shares: 5n * ONE, entryPrice: 500 })
    expect(market(rows).openInterest).toBe(5n * ONE)
    fold(rows, { type: 'PairsMerged', marketAddress, trader: ann, quantity: 5n * ONE })
    for (const outcome of ['yes', 'no'] as const)
      expect(position(rows, ann, outcome)).toMatchObject({ shares: 0n, entryPrice: null })
    expect(market(rows).openInterest).toBe(0n)
  })
})

describe('fees', () => {
  const charged: VenueEvent = {
    type: 'FeeCharged',
    marketAddress,
    orderId: 1,
    notional: 100n,
    fee: 100n,
    refererFee: 0n,
    creatorFee: 3n,
    treasuryFee: 97n,
  }
  test('default: what is left after a payment is what the market keeps back, until it resolves', () => {
    const rows = openMarket()
    fold(rows, placed(1, bob, 'buy', 'yes', 500, 1n), charged)
    fold(rows, { type: 'FeesPaid', marketAddress, creatorAmount: 3n, treasuryAmount: 88n })
    expect(market(rows)).toMatchObject({ unpaidCreatorFees: 0n, unpaidTreasuryFees: 9n, keptFees: 9n })
    fold(rows, charged, resolved(1), { type: 'SubmitterPaid', marketAddress, submitter: bob, amount: 18n })
    expect(market(rows)).toMatchObject({ unpaidCreatorFees: 3n, unpaidTreasuryFees: 88n, keptFees: 0n })
    fold(rows, { type: 'FeesPaid', marketAddress, creatorAmount: 3n, treasuryAmount: 88n })
    expect(market(rows)).toMatchObject({ unpaidCreatorFees: 0n, unpaidTreasuryFees: 0n, keptFees: 0n })
  })
})

describe('accounts', () => {
  /** Bob takes twice from Ann: 3 for 1.2 and 2 for 1. */
  function traded(): Workspace {
    const rows = openMarket()
    fold(
      rows,
      placed(1, ann, 'buy', 'no', 600, 3n),
      placed(2, ann, 'buy', 'no', 500, 2n),
      placed(3, bob, 'buy', 'yes', 500, 5n),
      { ...filled(3, 1, 'mint', 600, 3n), makerCollateral: (18n * ONE) / 10n } as VenueEvent,
      { ...filled(3, 2, 'mint', 500, 2n), makerCollateral: ONE } as VenueEvent,
    )
    return rows
  }
  const account = (rows: Workspace, user: string, outcome: Outcome) => {
    const { spent, received, fees, cost, paid, paidShares } = position(rows, user, outcome)
    return { spent, received, fees, cost, paid, paidShares }
  }
  const fee = 55n * 10n ** 15n

  test('default: a taker pays what the makers leave of each pair, and one fee for all fills', () => {
    const rows = traded()
    expect(
      rows.trades.map(({ makerCollateral, takerCollateral, fee }) => [makerCollateral, takerCollateral, fee]),
    ).toEqual([
      [(18n * ONE) / 10n, (12n * ONE) / 10n, 3n * 10n ** 16n],
      [ONE, ONE, 25n * 10n ** 15n],
    ])
    expect(order(rows, 3)).toMatchObject({ taken: (22n * ONE) / 10n, fee })
    expect(order(rows, 1)).toMatchObject({ taken: 0n, fee: 0n })
    const none = { received: 0n, paid: 0n, paidShares: 0n }
    const bobs = (22n * ONE) / 10n
    expect(account(rows, bob, 'yes')).toEqual({ ...none, spent: bobs, fees: fee, cost: bobs })
    const anns = (28n * ONE) / 10n
    expect(account(rows, ann, 'no')).toEqual({ ...none, spent: anns, fees: 0n, cost: anns })
  })
  test('behavior: shares that are sold, merged or paid take their part of the cost along', () => {
    const rows = traded()
    fold(rows, placed(4, ann, 'buy', 'yes', 700, 1n), placed(5, bob, 'sell', 'yes', 700, 1n), {
      ...filled(5, 4, 'transfer', 700, 1n),
      makerCollateral: (7n * ONE) / 10n,
    } as VenueEvent)
    const sold = (7n * ONE) / 10n
    const left = (176n * ONE) / 100n
    expect(account(rows, bob, 'yes')).toMatchObject({
      received: sold,
      cost: left,
      fees: fee + 175n * 10n ** 14n,
    })
    fold(rows, { type: 'PairsSplit', marketAddress, trader: bob, quantity: 3n })
    expect(account(rows, bob, 'yes')).toMatchObject({ spent: (22n * ONE) / 10n + 2n, cost: left + 2n })
    expect(account(rows, bob, 'no')).toMatchObject({ spent: 1n, cost: 1n })
    fold(rows, { type: 'PairsMerged', marketAddress, trader: bob, quantity: 3n })
    expect(account(rows, bob, 'yes')).toMatchObject({ received: sold + 2n })
    expect(account(rows, bob, 'no')).toMatchObject({ received: 1n, cost: 0n })
    fold(rows, resolved(1), {
      type: 'PositionSettled',
      marketAddress,
      trader: bob,
      yes: 4n * ONE,
      no: 0n,
      payout: 4n * ONE,
    })
    expect(account(rows, bob, 'yes')).toMatchObject({
      received: sold + 2n + 4n * ONE,
      cost: 0n,
      paid: 4n * ONE,
      paidShares: 4n * ONE,
    })
  })
})

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
  const round = (rows: Workspace) => rows.rounds.get(keys.ofMarket(1, 2))
  const commit = (rows: Workspace) => rows.commits.get(keys.commit(1, 2, bob))

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

describe('parlays', () => {
  const offered = (parlayId: number): VenueEvent => ({
    type: 'ParlayOffered',
    parlayId,
    maker: ann,
    amount: 10n,
    combinedOdds: 3000,
    takerAmount: 20n,
    expiresAtMs: NOW + 1,
    legs: [],
    terms: '00',
  })
  test('default: an offer is open, then taken, then settled with what each side got', () => {
    const rows = openMarket()
    fold(rows, offered(1))
    expect(rows.parlays.get('1')).toMatchObject({ status: 'open', taker: null, result: null })
    fold(rows, { type: 'ParlayTaken', parlayId: 1, taker: bob })
    expect(rows.parlays.get('1')).toMatchObject({ status: 'taken', taker: bob, takenAtMs: NOW })
    fold(rows, { type: 'ParlaySettled', parlayId: 1, result: 'taker', makerPayout: 0n, takerPayout: 30n })
    expect(rows.parlays.get('1')).toMatchObject({
      status: 'settled',
      result: 'taker',
      makerPayout: 0n,
      takerPayout: 30n,
      endedAtMs: NOW,
    })
  })
  test('behavior: an offer that came back was cancelled or has expired', () => {
    const rows = openMarket()
    fold(
      rows,
      offered(1),
      offered(2),
      { type: 'ParlayRefunded', parlayId: 1, maker: ann, expired: false },
      { type: 'ParlayRefunded', parlayId: 2, maker: ann, expired: true },
    )
    expect(rows.parlays.get('1')).toMatchObject({ status: 'cancelled', endedAtMs: NOW })
    expect(rows.parlays.get('2')).toMatchObject({ status: 'expired', endedAtMs: NOW })
  })
})

test('default: a stake grows, unlocks, is slashed and withdrawn, and the weight of all goes along', () => {
  const rows = openMarket()
  const wallet = bob
  const stake = () => rows.stakes.get(wallet)
  fold(rows, { type: 'Staked', wallet, amount: 50n, staked: 50n, wholeWeight: 7 })
  expect(stake()).toEqual({ wallet, staked: 50n, unlocking: 0n, unlockAtMs: null, updatedAtMs: NOW })
  expect(rows.vaultTotals.get('1')).toEqual({ id: 1, wholeWeight: 7 })
  fold(rows, {
    type: 'UnlockStarted',
    wallet,
    amount: 20n,
    unlockAtMs: NOW + 9,
    staked: 30n,
    wholeWeight: 5,
  })
  expect(stake()).toMatchObject({ staked: 30n, unlocking: 20n, unlockAtMs: NOW + 9 })
  expect(rows.vaultTotals.get('1')).toEqual({ id: 1, wholeWeight: 5 })
  fold(rows, { type: 'Slashed', wallet, amount: 35n, staked: 0n, unlocking: 15n, wholeWeight: 4 })
  expect(stake()).toMatchObject({ staked: 0n, unlocking: 15n, unlockAtMs: NOW + 9 })
  expect(rows.vaultTotals.get('1')).toEqual({ id: 1, wholeWeight: 4 })
  fold(rows, { type: 'Withdrawn', wallet, amount: 15n })
  expect(stake()).toMatchObject({ staked: 0n, unlocking: 0n, unlockAtMs: null })
})

test('behavior: what the desk says touches no market and makes no trade', () => {
  const rows = openMarket()
  const market = rows.markets.get('1')
  const amounts = { nativeAmount: ONE, collateralAmount: ONE }
  fold(
    rows,
    { type: 'NativeBought', trader: bob, ...amounts },
    { type: 'NativeSold', trader: bob, ...amounts },
    { type: 'LiquidityAdded', provider: bob, shares: 1n, ...amounts },
    { type: 'LiquidityRemoved', provider: bob, shares: 1n, ...amounts },
  )
  expect(rows.markets.get('1')).toBe(market)
  expect(rows.trades).toEqual([])
})

import { describe, expect, test } from 'vitest'
import {
  ann,
  bob,
  createFoldStage,
  filled,
  marketAddress,
  NOW,
  placed,
  resolved,
} from '../../../test/support/fold-stage.ts'
import { ONE, type Outcome, type VenueEvent } from '../../domain/index.ts'
import { createWorkspace, keys, type Workspace } from '../workspace.ts'
import { foldEvent } from './fold-event.ts'
import { settleBooks } from './settle-books.ts'

const { fold, foldAt, openMarket } = createFoldStage({ createWorkspace, foldEvent, settleBooks })
const market = (rows: Workspace) => rows.markets.get('1')
const position = (rows: Workspace, user: string, outcome: Outcome) =>
  rows.positions.get(keys.position(user, 1, outcome))
const order = (rows: Workspace, orderId: number) => rows.orders.get(keys.order(1, orderId))
const levelOf = (rows: Workspace, price: number) =>
  rows.priceLevels.get(keys.level(1, price > 500 ? 'ask' : 'bid', price))

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
  test('default: what is final stands in the market, and each order that rested ended in that block', () => {
    const rows = traded()
    foldAt(rows, { height: 6, timestampMs: NOW + 9 }, resolved(3))
    expect(market(rows)).toMatchObject({
      state: 'resolved',
      resolved: true,
      finalOutcome: 3,
      closing: 400,
      resolvedAtMs: NOW + 9,
      updatedAtMs: NOW + 9,
    })
    expect([2, 3, 4].map((id) => [order(rows, id).status, order(rows, id).endedHeight])).toEqual([
      ['filled', 1],
      ['cancelled', 6],
      ['cancelled', 6],
    ])
    // What is locked stays as it was, so nothing of the position has changed.
    expect(position(rows, ann, 'yes')).toMatchObject({ lockedShares: 4n * ONE, updatedAtMs: NOW })
  })
  test('behavior: resting orders end in the order they were placed, wherever a batch began', () => {
    const before = traded()
    const rows = createWorkspace()
    rows.enterBlock(6, true)
    rows.markets.load([market(before)])
    rows.marketIds.set(marketAddress, 1)
    rows.orders.load([order(before, 4), order(before, 3), order(before, 2)])
    rows.priceLevels.load([900, 100].map((price) => levelOf(before, price)))
    foldAt(rows, { height: 6, timestampMs: NOW + 9 }, resolved(1))
    const ended = { type: 'order-cancelled', note: 'resolved', height: 6, atMs: NOW + 9, txId: 'tx' }
    expect(rows.activity).toMatchObject([
      { ...ended, orderId: 3, wallet: ann, quantity: 4n * ONE },
      { ...ended, orderId: 4, wallet: bob, quantity: 10n * ONE },
    ])
  })
  test.each(['proposed', 'disputed', 'closed'] as const)(
    'behavior: a market that is %s has no outcome, and keeps its orders and its fees',
    (state) => {
      const rows = traded()
      const charged = { notional: 100n, fee: 100n, refererFee: 0n, creatorFee: 3n, treasuryFee: 97n }
      fold(
        rows,
        { type: 'FeeCharged', marketAddress, orderId: 4, ...charged },
        { type: 'FeesPaid', marketAddress, creatorAmount: 3n, treasuryAmount: 90n },
        { type: 'MarketStateChanged', marketAddress, state, finalOutcome: null, closing: null },
      )
      expect(market(rows)).toMatchObject({
        state,
        resolved: false,
        finalOutcome: null,
        closing: null,
        resolvedAtMs: null,
        keptFees: 7n,
        bestBidYes: 100,
        bestAskYes: 900,
      })
      expect(order(rows, 3)).toMatchObject({ status: 'open', endedHeight: null })
    },
  )
  test('behavior: what was paid for an order and for the rest adds up', () => {
    const rows = traded()
    const of = { marketAddress, trader: ann }
    fold(
      rows,
      resolved(1),
      { type: 'OrderReleased', ...of, orderId: 3, remaining: 4n * ONE, payout: 4n * ONE },
      { type: 'PositionSettled', ...of, yes: 7n * ONE, no: 0n, payout: 7n * ONE },
    )
    // Eleven that cost 600 each.
    expect(position(rows, ann, 'yes')).toMatchObject({
      paid: 11n * ONE,
      paidShares: 11n * ONE,
      shares: 11n * ONE,
      received: 11n * ONE,
      cost: 0n,
    })
  })
  test('behavior: a void market pays the smallest lot of either outcome nothing', () => {
    const rows = traded()
    fold(
      rows,
      resolved(3),
      { type: 'PositionSettled', marketAddress, trader: ann, yes: 1n, no: 0n, payout: 0n },
      { type: 'PositionSettled', marketAddress, trader: bob, yes: 0n, no: 1n, payout: 0n },
    )
    expect(position(rows, ann, 'yes')).toMatchObject({ paid: 0n, paidShares: 1n })
    expect(position(rows, bob, 'no')).toMatchObject({ paid: 0n, paidShares: 1n })
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
  test('behavior: of an odd number the greater half is what yes cost, and what yes brings', () => {
    const rows = openMarket()
    fold(rows, { type: 'PairsSplit', marketAddress, trader: ann, quantity: 7n })
    expect(position(rows, ann, 'yes')).toMatchObject({ shares: 7n, spent: 4n, cost: 4n })
    expect(position(rows, ann, 'no')).toMatchObject({ shares: 7n, spent: 3n, cost: 3n })
    foldAt(
      rows,
      { height: 2, timestampMs: NOW + 5 },
      { type: 'PairsMerged', marketAddress, trader: ann, quantity: 5n },
    )
    expect(position(rows, ann, 'yes')).toMatchObject({ shares: 2n, received: 3n, entryPrice: 500 })
    expect(position(rows, ann, 'no')).toMatchObject({ shares: 2n, received: 2n, entryPrice: 500 })
    expect(market(rows)).toMatchObject({ openInterest: 2n, updatedAtMs: NOW + 5 })
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

test('default: swept chunks are listed in order, in whichever they were swept', () => {
  const rows = openMarket()
  for (const chunk of [10, 2, 5]) fold(rows, { type: 'ChunkSwept', marketAddress, chunk, payer: bob })
  expect(market(rows).sweptChunks).toEqual([2, 5, 10])
})

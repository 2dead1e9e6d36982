import { describe, expect, test } from 'vitest'
import {
  ann,
  bob,
  createFoldStage,
  eventDeployed,
  filled,
  legAddress,
  legDeployed,
  marketAddress,
  NOW,
  placed,
  resolved,
} from '../../../test/support/fold-stage.ts'
import { ONE, type Outcome, trendingScore, type VenueEvent } from '../../domain/index.ts'
import { Bug } from '../../kit/index.ts'
import { createWorkspace, keys, type Workspace } from '../workspace.ts'
import { foldEvent } from './fold-event.ts'
import { settleBooks } from './settle-books.ts'

const { fold, foldAt, openMarket } = createFoldStage({ createWorkspace, foldEvent, settleBooks })
const market = (rows: Workspace) => rows.markets.get('1')
const position = (rows: Workspace, user: string, outcome: Outcome) =>
  rows.positions.get(keys.position(user, 1, outcome))
const order = (rows: Workspace, orderId: number) => rows.orders.get(keys.order(1, orderId))

describe('fills', () => {
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
  test('default: a trade says who met whom, where, and for how much', () => {
    const rows = openMarket()
    fold(rows, { type: 'PairsSplit', marketAddress, trader: ann, quantity: 5n * ONE })
    fold(rows, placed(1, ann, 'sell', 'yes', 650, 5n))
    foldAt(
      rows,
      { height: 9, timestampMs: NOW + 7 },
      { ...placed(2, bob, 'buy', 'yes', 700, 2n), referer: 'ref' } as VenueEvent,
      { ...filled(2, 1, 'transfer', 650, 2n), makerCollateral: (13n * ONE) / 10n } as VenueEvent,
    )
    expect(rows.trades).toEqual([
      {
        id: 1,
        marketId: 1,
        txId: 'tx',
        height: 9,
        eventIndex: 1,
        buyOrderId: 2,
        sellOrderId: 1,
        fillType: 'transfer',
        outcome: 'yes',
        side: 'buy',
        price: 650,
        quantity: 2n * ONE,
        amountUsd: (13n * ONE) / 10n,
        makerCollateral: (13n * ONE) / 10n,
        takerCollateral: (13n * ONE) / 10n,
        fee: 325n * 10n ** 14n,
        makerAddress: ann,
        takerAddress: bob,
        refererAddress: 'ref',
        filledAtMs: NOW + 7,
      },
    ])
    expect(order(rows, 1)).toMatchObject({ status: 'open', filled: 2n * ONE, endedHeight: null })
    expect(order(rows, 2)).toMatchObject({ status: 'filled', filled: 2n * ONE, endedHeight: 9 })
  })
  test('behavior: a market sums up what it traded, and what is a day old counts half in its trend', () => {
    const rows = openMarket()
    const DAY = 86_400_000
    fold(rows, placed(1, ann, 'buy', 'yes', 600, 10n), placed(2, bob, 'buy', 'no', 400, 10n))
    fold(rows, filled(2, 1, 'mint', 600, 4n))
    const first = (16n * ONE) / 10n
    const trendOf = (trendAmount: bigint, atMs: number) => ({
      trendAmount,
      trending: trendingScore(trendAmount, atMs),
    })
    expect(market(rows)).toMatchObject({ volume: first, lastTradeAtMs: NOW, ...trendOf(first, NOW) })
    // An order between the two is no trade: the trend fades from the first one on.
    foldAt(rows, { height: 2, timestampMs: NOW + DAY / 2 }, placed(3, ann, 'buy', 'yes', 100, 1n))
    foldAt(rows, { height: 2, timestampMs: NOW + DAY }, filled(2, 1, 'mint', 600, 1n))
    const second = (4n * ONE) / 10n
    expect(market(rows)).toMatchObject({
      volume: first + second,
      openInterest: 5n * ONE,
      tradeCount: 2,
      lastPrice: 600,
      lastTradeAtMs: NOW + DAY,
      ...trendOf(first / 2n + second, NOW + DAY),
      updatedAtMs: NOW + DAY,
    })
  })
  test('behavior: what the legs of an event trade is the event’s volume', () => {
    const rows = openMarket()
    fold(rows, ...eventDeployed, legDeployed(0), legDeployed(1))
    for (const leg of [0, 1]) {
      const at = { marketAddress: legAddress(leg) }
      const events = [
        placed(1, ann, 'buy', 'yes', 600, 1n),
        placed(2, bob, 'buy', 'no', 400, 1n),
        filled(2, 1, 'mint', 600, 1n),
      ]
      fold(rows, ...events.map((event) => ({ ...event, ...at }) as VenueEvent))
    }
    expect(rows.events.get('7')).toMatchObject({ totalVolume: (8n * ONE) / 10n })
  })
  test('error: an order that has ended, or that a fill is too large for, is not filled', () => {
    const rows = openMarket()
    fold(rows, placed(1, ann, 'buy', 'yes', 600, 2n), placed(2, bob, 'buy', 'no', 400, 5n))
    fold(rows, filled(2, 1, 'mint', 600, 2n))
    expect(() => fold(rows, filled(2, 1, 'mint', 600, 0n))).toThrow(Bug)
    expect(() => fold(rows, filled(2, 1, 'mint', 600, 0n))).toThrow('order 1 filled beyond its quantity')
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
    // Three at 400 and two at 500; three at 600 and two at 500.
    expect(position(rows, bob, 'yes')).toMatchObject({ shares: 5n * ONE, entryPrice: 440 })
    expect(position(rows, ann, 'no')).toMatchObject({ shares: 5n * ONE, entryPrice: 560 })
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

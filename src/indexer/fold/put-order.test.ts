import { describe, expect, test } from 'vitest'
import {
  ann,
  bob,
  createFoldStage,
  filled,
  marketAddress,
  NOW,
  placed,
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
  test('default: an order is kept as it was placed, with what it locks', () => {
    const rows = openMarket()
    foldAt(rows, { height: 4, timestampMs: NOW + 5 }, placed(7, bob, 'sell', 'no', 300, 2n))
    expect(order(rows, 7)).toEqual({
      id: 1,
      marketId: 1,
      orderId: 7,
      trader: bob,
      outcome: 'no',
      side: 'sell',
      price: 300,
      quantity: 2n * ONE,
      filled: 0n,
      status: 'open',
      timeInForce: 'gtc',
      isMarketOrder: false,
      refererAddress: null,
      txId: 'tx',
      height: 4,
      createdAtMs: NOW + 5,
      lockedCollateral: 0n,
      lockedShares: 2n * ONE,
      released: false,
      taken: 0n,
      fee: 0n,
      expiresAtMs: null,
      endedHeight: null,
    })
    expect(market(rows)).toMatchObject({ orderCount: 1, bestBidYes: 700, updatedAtMs: NOW + 5 })
  })
  test('default: a wallet’s first order in an outcome begins an empty position, which later ones keep', () => {
    const rows = openMarket()
    fold(rows, placed(1, bob, 'buy', 'yes', 400, 0n))
    const empty = {
      id: 1,
      userAddress: bob,
      marketId: 1,
      positionType: 'yes',
      shares: 0n,
      entryCost: 0n,
      entryQuantity: 0n,
      entryPrice: null,
      spent: 0n,
      received: 0n,
      fees: 0n,
      cost: 0n,
      paid: 0n,
      paidShares: 0n,
      isSettled: false,
      lockedCollateral: 0n,
      lockedShares: 0n,
      createdAtMs: NOW,
      updatedAtMs: NOW,
    }
    expect(position(rows, bob, 'yes')).toEqual(empty)
    foldAt(rows, { height: 2, timestampMs: NOW + 5 }, placed(2, bob, 'buy', 'yes', 400, 1n))
    const locked = { lockedCollateral: (4n * ONE) / 10n, updatedAtMs: NOW + 5 }
    expect(position(rows, bob, 'yes')).toEqual({ ...empty, ...locked })
  })
  test('behavior: a level says what is left of the orders at its price, and how many they are', () => {
    const rows = openMarket()
    const levels = () =>
      rows.priceLevels
        .listGroup(keys.book(1, 'bid'))
        .map(({ price, quantity, orderCount }) => [price, quantity, orderCount])
    fold(rows, placed(1, ann, 'buy', 'yes', 600, 10n), placed(2, bob, 'sell', 'no', 400, 4n))
    expect(levels()).toEqual([[600, 14n * ONE, 2]])
    fold(rows, placed(3, bob, 'buy', 'no', 400, 3n), filled(3, 1, 'mint', 600, 3n))
    expect(levels()).toEqual([[600, 11n * ONE, 2]])
    fold(rows, placed(4, bob, 'buy', 'no', 400, 7n), filled(4, 1, 'mint', 600, 7n))
    expect(levels()).toEqual([[600, 4n * ONE, 1]])
    expect(rows.priceLevels.listGroup(keys.book(1, 'ask'))).toEqual([])
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
    expect(order(rows, 1)).toMatchObject({ status: 'cancelled', lockedCollateral: 0n, endedHeight: 1 })
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
})

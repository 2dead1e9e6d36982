import { describe, expect, test } from 'vitest'
import { ann, bob, createFoldStage, marketAddress, NOW, placed } from '../../../test/support/fold-stage.ts'
import { ONE, type Outcome, type VenueEvent } from '../../domain/index.ts'
import { createWorkspace, keys, type Workspace } from '../workspace.ts'
import { expireOrders } from './expire-orders.ts'
import { foldEvent } from './fold-event.ts'
import { settleBooks } from './settle-books.ts'

const { fold, openMarket } = createFoldStage({ createWorkspace, foldEvent, settleBooks })
const market = (rows: Workspace) => rows.markets.get('1')
const position = (rows: Workspace, user: string, outcome: Outcome) =>
  rows.positions.get(keys.position(user, 1, outcome))
const order = (rows: Workspace, orderId: number) => rows.orders.get(keys.order(1, orderId))

const expires = (orderId: number, expiresAtMs: number): VenueEvent => ({
  type: 'OrderExpires',
  marketAddress,
  orderId,
  expiresAtMs,
})
const cancelled = (orderId: number): VenueEvent => ({
  type: 'OrderCancelled',
  marketAddress,
  orderId,
  trader: ann,
  reason: 'expired',
  remaining: 5n * ONE,
  collateral: 2n * ONE,
})

describe('orders that end by themselves', () => {
  const dying = (): Workspace => {
    const rows = openMarket()
    fold(rows, placed(1, ann, 'buy', 'yes', 400, 5n), expires(1, NOW + 10))
    return rows
  }
  test('default: the first block whose time reaches it takes it out of the book; what it holds stays locked', () => {
    const rows = dying()
    expireOrders(rows, { height: 3, timestampMs: NOW + 9 })
    settleBooks(rows)
    expect([order(rows, 1).status, market(rows).bestBidYes]).toEqual(['open', 400])
    expireOrders(rows, { height: 3, timestampMs: NOW + 10 })
    settleBooks(rows)
    expect(order(rows, 1)).toMatchObject({ status: 'cancelled', lockedCollateral: 2n * ONE, endedHeight: 3 })
    expect(market(rows).bestBidYes).toBe(0)
    expect(position(rows, ann, 'yes')).toMatchObject({ lockedCollateral: 2n * ONE })
  })
  test('behavior: clearing it frees what it held, and takes nothing out of the book twice', () => {
    const rows = dying()
    expireOrders(rows, { height: 3, timestampMs: NOW + 10 })
    fold(rows, cancelled(1))
    expect(order(rows, 1)).toMatchObject({ status: 'cancelled', lockedCollateral: 0n, endedHeight: 3 })
    expect(position(rows, ann, 'yes')).toMatchObject({ lockedCollateral: 0n })
    expect(rows.expiring.size).toBe(0)
  })
  test('behavior: one that was cancelled before its time is left as it is', () => {
    const rows = dying()
    fold(rows, cancelled(1))
    expireOrders(rows, { height: 3, timestampMs: NOW + 10 })
    expect(order(rows, 1)).toMatchObject({ status: 'cancelled', endedHeight: 1 })
    expect(rows.activity).toEqual([])
    expect(rows.expiring.size).toBe(0)
  })
  test('behavior: one that was cancelled before its time keeps no later one in the book', () => {
    const rows = dying()
    fold(rows, placed(2, bob, 'buy', 'yes', 300, 5n), expires(2, NOW + 10), cancelled(1))
    expireOrders(rows, { height: 3, timestampMs: NOW + 10 })
    expect(order(rows, 2)).toMatchObject({ status: 'cancelled', endedHeight: 3 })
    expect(rows.expiring.size).toBe(0)
  })
  test('behavior: those of one block end in the order they were placed, each in its trader’s history', () => {
    const rows = openMarket()
    fold(rows, placed(7, ann, 'buy', 'yes', 400, 5n), placed(3, bob, 'buy', 'no', 300, 2n))
    fold(rows, expires(3, NOW + 9), expires(7, NOW + 10))
    expireOrders(rows, { height: 3, timestampMs: NOW + 10 })
    const ended = { type: 'order-cancelled', note: 'expired', height: 3, atMs: NOW + 10, txId: null }
    expect(rows.activity).toMatchObject([
      { ...ended, id: 1, wallet: ann, orderId: 7, quantity: 5n * ONE },
      { ...ended, id: 2, wallet: bob, orderId: 3, quantity: 2n * ONE },
    ])
  })
})

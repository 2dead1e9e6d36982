import { expect, test } from 'vitest'
import { ann, bob, createFoldStage, filled, placed, resolved } from '../../../test/support/fold-stage.ts'
import { ONE, type VenueEvent } from '../../domain/index.ts'
import { Bug } from '../../kit/index.ts'
import { createWorkspace } from '../workspace.ts'
import { foldEvent } from './fold-event.ts'
import { settleBooks } from './settle-books.ts'

const { fold, openMarket } = createFoldStage({ createWorkspace, foldEvent, settleBooks })

test('error: a fill beyond the quantity says where it stands', () => {
  const rows = openMarket()
  fold(rows, placed(1, ann, 'buy', 'yes', 600, 1n), placed(2, bob, 'buy', 'no', 400, 1n))
  expect(() => fold(rows, filled(2, 1, 'mint', 600, 2n))).toThrow(Bug)
  expect(() => fold(rows, filled(2, 1, 'mint', 600, 2n))).toThrow(
    /^OrderFilled in transaction tx of block 1: order 1 filled beyond its quantity$/,
  )
})

test('error: an event of a market that nobody deployed says so', () => {
  const stray = { ...resolved(1), marketAddress: 'nowhere' } as VenueEvent
  expect(() => fold(openMarket(), stray)).toThrow(
    /^MarketStateChanged in transaction tx of block 1: an event of the unknown market nowhere$/,
  )
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

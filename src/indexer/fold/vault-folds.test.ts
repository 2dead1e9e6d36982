import { expect, test } from 'vitest'
import { bob, createFoldStage, NOW } from '../../../test/support/fold-stage.ts'
import { createWorkspace } from '../workspace.ts'
import { foldEvent } from './fold-event.ts'
import { settleBooks } from './settle-books.ts'

const { fold, foldAt, openMarket } = createFoldStage({ createWorkspace, foldEvent, settleBooks })

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

test('behavior: who stakes more while a request runs keeps the request', () => {
  const rows = openMarket()
  const wallet = bob
  fold(
    rows,
    { type: 'Staked', wallet, amount: 50n, staked: 50n, wholeWeight: 7 },
    { type: 'UnlockStarted', wallet, amount: 20n, unlockAtMs: NOW + 9, staked: 30n, wholeWeight: 5 },
  )
  foldAt(
    rows,
    { height: 2, timestampMs: NOW + 5 },
    { type: 'Staked', wallet, amount: 10n, staked: 40n, wholeWeight: 6 },
  )
  const request = { unlocking: 20n, unlockAtMs: NOW + 9 }
  expect(rows.stakes.get(wallet)).toEqual({ wallet, staked: 40n, ...request, updatedAtMs: NOW + 5 })
  expect(rows.vaultTotals.get('1')).toEqual({ id: 1, wholeWeight: 6 })
})

import { beforeEach, expect, test } from 'vitest'
import { describeOnBothDatabases } from '../../../../test/support/database.ts'
import { emptyTables, putRows } from '../../../../test/support/rows.ts'
import { putCheckpoint } from '../../chain/checkpoint.ts'
import { periods, proposals } from '../../chain/governance-tables.ts'
import { blocks, transactions } from '../../chain/index-tables.ts'
import { markets, orders, parlays } from '../../chain/market-tables.ts'
import { rounds, submissions } from '../../chain/oracle-tables.ts'
import { findSetting } from '../settings/find-setting.ts'
import { putSetting } from '../settings/put-setting.ts'
import { findIndexedTransaction } from './find-indexed-transaction.ts'
import { findMarketStanding } from './find-market-standing.ts'
import { findOrderStanding } from './find-order-standing.ts'
import { findParlayStanding } from './find-parlay-standing.ts'
import { findProposalStanding } from './find-proposal-standing.ts'
import { findRoundStanding } from './find-round-standing.ts'
import { findSubmissionStanding } from './find-submission-standing.ts'
import { listOpenOrderIds } from './list-open-order-ids.ts'

describeOnBothDatabases('standings', (context) => {
  const db = () => context.database
  beforeEach(async () => {
    await emptyTables(
      db(),
      periods,
      proposals,
      blocks,
      transactions,
      markets,
      orders,
      parlays,
      rounds,
      submissions,
    )
    await putRows(db(), markets, [
      { id: 1, marketAddress: 'one', state: 'open', endsAtMs: 10 },
      { id: 2, marketAddress: 'two', state: 'resolved' as 'open', endsAtMs: 20 },
    ])
  })

  test('default: findMarketStanding, by address', async () => {
    expect(await findMarketStanding(db(), 'one')).toEqual({ id: 1, state: 'open', endsAtMs: 10 })
    expect(await findMarketStanding(db(), 'two')).toEqual({ id: 2, state: 'resolved', endsAtMs: 20 })
    expect(await findMarketStanding(db(), 'three')).toBeNull()
  })
  test('behavior: findIndexedTransaction counts its own block as the first confirmation', async () => {
    await putRows(db(), blocks, [
      { height: 5, hash: 'five', parentHash: 'four' },
      { height: 7, hash: 'seven', parentHash: 'six' },
    ])
    await putRows(db(), transactions, [
      { txId: 'a', height: 5, scriptOk: true },
      { txId: 'b', height: 7, scriptOk: false },
    ])
    await putCheckpoint(db(), {
      networkId: 4,
      genesisHash: '00',
      startHeight: 0,
      height: 7,
      hash: 'seven',
      timestampMs: 0,
      finalHeight: 0,
      revision: 1,
    })
    expect(await findIndexedTransaction(db(), 'a')).toEqual({
      height: 5,
      blockHash: 'five',
      scriptOk: true,
      confirmations: 3,
    })
    expect(await findIndexedTransaction(db(), 'b')).toEqual({
      height: 7,
      blockHash: 'seven',
      scriptOk: false,
      confirmations: 1,
    })
    expect(await findIndexedTransaction(db(), 'c')).toBeNull()
  })
  test('behavior: findOrderStanding and listOpenOrderIds: of this market, this wallet, oldest first', async () => {
    const order = (id: number, marketId: number, orderId: number, given: object = {}) => ({
      id,
      marketId,
      orderId,
      trader: 'a',
      status: 'open' as const,
      ...given,
    })
    await putRows(db(), orders, [
      order(1, 1, 9, { price: 300 }),
      order(2, 1, 8, { price: 200 }),
      order(3, 1, 7, { status: 'filled' }),
      order(4, 1, 6, { trader: 'b' }),
      order(5, 2, 9, { status: 'cancelled' }),
      order(6, 1, 5, { price: 100 }),
    ])
    const find = (marketAddress: string, orderId: number) =>
      findOrderStanding(db(), { marketAddress, orderId })
    expect(await find('one', 9)).toEqual({ trader: 'a', status: 'open' })
    expect(await find('two', 9)).toEqual({ trader: 'a', status: 'cancelled' })
    expect(await find('one', 6)).toEqual({ trader: 'b', status: 'open' })
    expect(await find('two', 8)).toBeNull()
    const ids = (limit: number) => listOpenOrderIds(db(), { marketAddress: 'one', trader: 'a', limit })
    expect(await ids(10)).toEqual([9, 8, 5])
    expect(await ids(2)).toEqual([9, 8])
  })
  test('behavior: findParlayStanding, by number', async () => {
    await putRows(db(), parlays, [
      { id: 1, maker: 'a', status: 'open', expiresAtMs: 5 },
      { id: 2, maker: 'b', status: 'taken', expiresAtMs: 6 },
    ])
    expect(await findParlayStanding(db(), 1)).toEqual({ maker: 'a', status: 'open', expiresAtMs: 5 })
    expect(await findParlayStanding(db(), 2)).toEqual({ maker: 'b', status: 'taken', expiresAtMs: 6 })
    expect(await findParlayStanding(db(), 3)).toBeNull()
  })
  test('behavior: findProposalStanding has the end of its own period', async () => {
    await putRows(db(), periods, [
      { id: 1, endsAtMs: 11 },
      { id: 2, endsAtMs: 22 },
    ])
    await putRows(db(), proposals, [
      { id: 1, periodId: 2, status: 'pending' },
      { id: 2, periodId: 1, status: 'rejected' },
    ])
    expect(await findProposalStanding(db(), 1)).toEqual({ status: 'pending', periodEndsAtMs: 22 })
    expect(await findProposalStanding(db(), 2)).toEqual({ status: 'rejected', periodEndsAtMs: 11 })
    expect(await findProposalStanding(db(), 3)).toBeNull()
  })
  test('behavior: findRoundStanding is of the market’s newest round', async () => {
    await putRows(db(), rounds, [
      { marketId: 1, round: 1, commitEndsAtMs: 1, revealEndsAtMs: 2, finalizedAtMs: 3 },
      { marketId: 1, round: 2, commitEndsAtMs: 4, revealEndsAtMs: 5 },
      { marketId: 2, round: 3, commitEndsAtMs: 6, revealEndsAtMs: 7, finalizedAtMs: 8 },
    ])
    const one = { round: 2, commitEndsAtMs: 4, revealEndsAtMs: 5, finalized: false }
    expect(await findRoundStanding(db(), 'one')).toEqual(one)
    expect(await findRoundStanding(db(), 'two')).toEqual({
      round: 3,
      commitEndsAtMs: 6,
      revealEndsAtMs: 7,
      finalized: true,
    })
    expect(await findRoundStanding(db(), 'three')).toBeNull()
  })
  test('behavior: findSubmissionStanding is of the market’s newest submission', async () => {
    const disputed = { disputeEndsAtMs: 1, disputer: 'b' }
    await putRows(db(), submissions, [
      { marketId: 1, submission: 1, ...disputed, closedAtMs: 2 },
      { marketId: 1, submission: 2, disputeEndsAtMs: 3 },
      { marketId: 2, submission: 3, ...disputed },
    ])
    expect(await findSubmissionStanding(db(), 'one')).toEqual({
      submission: 2,
      windowEndsAtMs: 3,
      closed: false,
    })
    expect(await findSubmissionStanding(db(), 'three')).toBeNull()
    // Disputed: no window while a round runs, the appeal's once it has a result.
    await putRows(db(), rounds, [
      { marketId: 2, round: 1, appealEndsAtMs: 6 },
      { marketId: 2, round: 2 },
      { marketId: 1, round: 3, appealEndsAtMs: 8 },
    ])
    const two = { submission: 3, windowEndsAtMs: null, closed: false }
    expect(await findSubmissionStanding(db(), 'two')).toEqual(two)
    await putRows(db(), rounds, [{ marketId: 2, round: 3, appealEndsAtMs: 7 }])
    await putRows(db(), submissions, [{ marketId: 2, submission: 3, ...disputed, closedAtMs: 9 }])
    expect(await findSubmissionStanding(db(), 'two')).toEqual({ ...two, windowEndsAtMs: 7, closed: true })
  })
  test('behavior: putSetting and findSetting: the last value, by name', async () => {
    expect(await findSetting(db().points, 'test')).toBeNull()
    await putSetting(db(), 'test', { value: true, nowMs: 1 })
    await putSetting(db(), 'other', { value: 7, nowMs: 1 })
    expect([await findSetting(db().points, 'test'), await findSetting(db().points, 'other')]).toEqual([
      true,
      7,
    ])
    await putSetting(db(), 'test', { value: false, nowMs: 2 })
    expect([await findSetting(db().points, 'test'), await findSetting(db().points, 'other')]).toEqual([
      false,
      7,
    ])
    const sql = "select name, updated_at_ms from settings where name in ('other', 'test') order by name"
    expect(await db().query({ label: 'written', sql })).toEqual([
      { name: 'other', updated_at_ms: 1 },
      { name: 'test', updated_at_ms: 2 },
    ])
  })
})

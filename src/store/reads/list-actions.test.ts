import { beforeEach, expect, test } from 'vitest'
import { describeOnBothDatabases } from '../../../test/support/database.ts'
import { emptyTables, putRows } from '../../../test/support/rows.ts'
import { putCheckpoint } from '../chain/checkpoint.ts'
import { periods, proposals, stakes, votes } from '../chain/governance-tables.ts'
import { orders, positions } from '../chain/market-tables.ts'
import { bonds, commits, rounds } from '../chain/oracle-tables.ts'
import { listActions } from './list-actions.ts'

const nowMs = 10_000

describeOnBothDatabases('what a wallet should do now', (context) => {
  const shown = async () => {
    const { rows } = await listActions(context.database, { wallet: 'ann', votesFrom: 5n })
    const actions = JSON.parse(rows) as Record<string, string | number | null>[]
    return actions.map(({ action, by, marketId, reference, amount }) => {
      const byMs = by === null ? null : Date.parse(String(by))
      return [action, byMs, marketId, reference, amount]
    })
  }
  beforeEach(async () => {
    const { database } = context
    await emptyTables(
      database,
      { name: 'checkpoint' },
      periods,
      proposals,
      stakes,
      votes,
      orders,
      positions,
      bonds,
      commits,
      rounds,
    )
    const line = { networkId: 4, genesisHash: 'g', startHeight: 0, finalHeight: 0, hash: 'h' }
    await putCheckpoint(database, { ...line, height: 7, timestampMs: nowMs, revision: 3 })
  })

  test.each([
    [nowMs - 1, 1],
    [nowMs, 1],
    [nowMs + 1, 0],
  ])('behavior: a stake that unlocks at %i can be withdrawn: %i', async (unlockAtMs, count) => {
    await putRows(context.database, stakes, [{ wallet: 'ann', unlocking: 5n, unlockAtMs }])
    expect(await shown()).toEqual(Array(count).fill(['withdraw', null, null, null, '5']))
  })

  test('behavior: nothing can be withdrawn while a commit of the wallet is not worked off', async () => {
    const { database } = context
    await putRows(database, stakes, [{ wallet: 'ann', unlocking: 5n, unlockAtMs: nowMs }])
    const commit = { id: 1, marketId: 1, round: 1, voter: 'ann', vote: 1 }
    await putRows(database, commits, [commit, { ...commit, id: 2, voter: 'bob' }])
    expect(await shown()).toEqual([])
    await putRows(database, commits, [{ ...commit, workedOffAtMs: nowMs }])
    expect(await shown()).toEqual([['withdraw', null, null, null, '5']])
  })

  test.each([
    ['a hundred are open', 99, 1n, 1_000n, 1],
    ['a hundred are open', 100, 1n, 1_000n, 0],
    ['its stake is reserved', 1, 99n, 0n, 1],
    ['its stake is reserved', 1, 100n, 0n, 0],
    ['its stake is reserved, what unlocks included', 1, 100n, 10n, 1],
  ])('behavior: no vote is asked for when %s: %i commits of %i, %i unlocking', async (...given) => {
    const [, open, slash, unlocking, count] = given
    const { database } = context
    await putRows(database, stakes, [{ wallet: 'ann', staked: 1_000n, unlocking, unlockAtMs: nowMs + 1 }])
    await putRows(database, rounds, [
      { marketId: 9, round: 1, commitEndsAtMs: nowMs + 1, revealEndsAtMs: nowMs + 2 },
    ])
    const ids = Array.from({ length: open + 1 }, (_, index) => index + 1)
    await putRows(
      database,
      commits,
      // The last one is worked off: it reserves nothing.
      ids.map((id) => ({
        ...{ id, marketId: id + 9, round: 1, voter: 'ann', vote: 1, slash },
        workedOffAtMs: id > open ? nowMs : null,
      })),
    )
    expect(await shown()).toEqual(Array(count).fill(['commit', nowMs + 1, 9, 1, null]))
  })

  test('behavior: to vote for are the pending proposals of the period that runs', async () => {
    const { database } = context
    await putRows(database, stakes, [{ wallet: 'ann', staked: 5n, unlockAtMs: null }])
    await putRows(database, periods, [
      { id: 4, startsAtMs: 0, endsAtMs: nowMs },
      { id: 5, startsAtMs: nowMs, endsAtMs: nowMs + 1 },
    ])
    const proposal = (id: number, periodId: number) => ({ id, periodId, status: 'pending' as const })
    await putRows(database, proposals, [
      ...[proposal(1, 4), proposal(2, 5), proposal(3, 5), proposal(4, 5)],
      { ...proposal(5, 5), status: 'rejected' },
    ])
    await putRows(database, votes, [
      { id: 1, proposalId: 2, periodId: 5, voter: 'ann' },
      { id: 2, proposalId: 3, periodId: 5, voter: 'bob' },
    ])
    expect(await shown()).toEqual([['vote', nowMs + 1, null, 5, '2']])
  })

  test.each([
    [7, 3, '1'],
    [5, 2, '2'],
    [8, 1, null],
  ])(
    'behavior: of eight votes a period %i are cast and %i could follow: %s left',
    async (cast, others, left) => {
      const { database } = context
      await putRows(database, stakes, [{ wallet: 'ann', staked: 5n, unlockAtMs: null }])
      await putRows(database, periods, [{ id: 5, startsAtMs: 0, endsAtMs: nowMs + 1 }])
      const ids = Array.from({ length: cast + others }, (_, index) => index + 1)
      await putRows(
        database,
        proposals,
        ids.map((id) => ({ id, periodId: 5, status: 'pending' as const })),
      )
      await putRows(
        database,
        votes,
        ids.slice(0, cast).map((id) => ({ id, proposalId: id, periodId: 5, voter: 'ann' })),
      )
      expect(await shown()).toEqual(left === null ? [] : [['vote', nowMs + 1, null, 5, left]])
    },
  )

  test('behavior: whose stake has no vote, who has traded and who holds a bond of the case is not asked to vote', async () => {
    const { database } = context
    const round = { commitEndsAtMs: nowMs + 1, revealEndsAtMs: nowMs + 2, submission: 2 }
    await putRows(
      database,
      rounds,
      [1, 2, 3, 4].map((marketId) => ({ ...round, marketId, round: 1 })),
    )
    await putRows(database, positions, [
      { id: 1, marketId: 1, userAddress: 'ann', positionType: 'no' },
      { id: 2, marketId: 4, userAddress: 'bob', positionType: 'no' },
    ])
    const bond = (marketId: number, submission: number, holder: string) => ({
      ...{ marketId, submission, holder, place: 1, disputed: null, paid: 0n },
    })
    await putRows(database, bonds, [bond(2, 2, 'ann'), bond(3, 1, 'ann'), bond(4, 2, 'bob')])
    expect(await shown()).toEqual([])
    await putRows(database, stakes, [{ wallet: 'ann', staked: 4n, unlockAtMs: null }])
    expect(await shown()).toEqual([])
    await putRows(database, stakes, [{ wallet: 'ann', staked: 5n, unlockAtMs: null }])
    expect((await shown()).map((action) => action.slice(0, 4))).toEqual([
      ['commit', nowMs + 1, 3, 1],
      ['commit', nowMs + 1, 4, 1],
    ])
  })

  test('behavior: a vote of an earlier round, or of another juror, is not one of this round', async () => {
    const { database } = context
    await putRows(database, stakes, [{ wallet: 'ann', staked: 5n, unlockAtMs: null }])
    const round = { marketId: 1, commitEndsAtMs: nowMs + 1, revealEndsAtMs: nowMs + 2 }
    await putRows(database, rounds, [
      { ...round, round: 1, commitEndsAtMs: nowMs - 2, revealEndsAtMs: nowMs - 1, finalizedAtMs: nowMs },
      { ...round, round: 2 },
    ])
    const commit = (id: number, voter: string, nth: number) => ({ id, marketId: 1, round: nth, voter })
    await putRows(database, commits, [commit(1, 'ann', 1), commit(2, 'bob', 2)])
    expect(await shown()).toEqual([['commit', nowMs + 1, 1, 2, null]])
    await putRows(database, commits, [commit(3, 'ann', 2)])
    expect(await shown()).toEqual([])
  })

  test('behavior: what ends first comes first, then by what it is, by market and by number', async () => {
    const { database } = context
    await putRows(database, stakes, [{ wallet: 'ann', staked: 5n, unlocking: 1n, unlockAtMs: 0 }])
    const later = nowMs + 500
    await putRows(database, rounds, [
      { marketId: 1, round: 3, commitEndsAtMs: 0, revealEndsAtMs: nowMs + 100 },
      { marketId: 2, round: 1, commitEndsAtMs: 0, revealEndsAtMs: later },
      { marketId: 9, round: 1, commitEndsAtMs: later, revealEndsAtMs: later + 1 },
      { marketId: 8, round: 2, commitEndsAtMs: later, revealEndsAtMs: later + 1 },
    ])
    await putRows(database, commits, [
      { id: 1, marketId: 1, round: 3, voter: 'ann' },
      { id: 2, marketId: 2, round: 1, voter: 'ann' },
    ])
    const order = (id: number, marketId: number, orderId: number) => ({
      ...{ id, marketId, orderId, trader: 'ann', status: 'open' as const, expiresAtMs: later },
    })
    await putRows(database, orders, [order(1, 7, 6), order(2, 7, 5), order(3, 6, 9)])
    expect((await shown()).map((action) => action.slice(0, 4))).toEqual([
      ['reveal', nowMs + 100, 1, 3],
      ['commit', later, 8, 2],
      ['commit', later, 9, 1],
      ['order-expiring', later, 6, 9],
      ['order-expiring', later, 7, 5],
      ['order-expiring', later, 7, 6],
      ['reveal', later, 2, 1],
    ])
  })
  test('behavior: what has no end comes behind what has one', async () => {
    const { database } = context
    await putRows(database, stakes, [{ wallet: 'ann', unlocking: 1n, unlockAtMs: 0 }])
    const later = nowMs + 500
    await putRows(database, orders, [
      { id: 1, marketId: 7, orderId: 6, trader: 'ann', status: 'open', expiresAtMs: later },
    ])
    expect((await shown()).map((action) => action.slice(0, 4))).toEqual([
      ['order-expiring', later, 7, 6],
      ['withdraw', null, null, null],
    ])
  })
})

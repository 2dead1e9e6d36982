import { beforeEach, expect, test } from 'vitest'
import { describeOnBothDatabases } from '../../../test/support/database.ts'
import { emptyTables, putRows } from '../../../test/support/rows.ts'
import { putCheckpoint } from '../chain/checkpoint.ts'
import { orders } from '../chain/market-tables.ts'
import { bonds, commits, rounds, submissions } from '../chain/oracle-tables.ts'
import { listActions } from './list-actions.ts'

const nowMs = 10_000_000
const hourMs = 3_600_000

describeOnBothDatabases('when a wallet is asked', (context) => {
  const shown = async () => {
    const { rows } = await listActions(context.database, { wallet: 'ann', votesFrom: 5n })
    return (JSON.parse(rows) as Record<string, string | number | null>[]).map(
      ({ action, marketId, reference, amount }) => [action, marketId, reference, amount],
    )
  }
  beforeEach(async () => {
    const { database } = context
    await emptyTables(database, { name: 'checkpoint' }, orders, bonds, commits, rounds, submissions)
    const line = { networkId: 4, genesisHash: 'g', startHeight: 0, finalHeight: 0, hash: 'h' }
    await putCheckpoint(database, { ...line, height: 7, timestampMs: nowMs, revision: 3 })
  })

  test('behavior: an order is told an hour before it ends, to the millisecond', async () => {
    const order = (orderId: number, expiresAtMs: number | null) => ({
      ...{ id: orderId, marketId: 1, orderId, trader: 'ann', status: 'open' as const, expiresAtMs },
    })
    await putRows(context.database, orders, [
      ...[order(1, nowMs + hourMs), order(2, nowMs + hourMs + 1), order(3, null)],
      { ...order(4, nowMs), status: 'filled' },
    ])
    expect(await shown()).toEqual([['order-expiring', 1, 1, null]])
  })

  test.each([
    ['before the votes are in', nowMs + 1, nowMs + 2, 0],
    ['from when the votes are in', nowMs, nowMs + 1, 1],
    ['until the last moment', nowMs - 1, nowMs + 1, 1],
    ['when it is over', nowMs - 1, nowMs, 0],
  ])('behavior: a vote can be opened %s', async (_name, commitEndsAtMs, revealEndsAtMs, count) => {
    const { database } = context
    await putRows(database, rounds, [{ marketId: 1, round: 2, commitEndsAtMs, revealEndsAtMs }])
    await putRows(database, commits, [{ id: 1, marketId: 1, round: 2, voter: 'ann' }])
    expect(await shown()).toEqual(Array(count).fill(['reveal', 1, 2, null]))
  })

  test.each<[string, object, object | null, number]>([
    ['undisputed, its window is over', { disputeEndsAtMs: nowMs }, null, 1],
    ['undisputed, its window is open', { disputeEndsAtMs: nowMs + 1 }, null, 0],
    ['disputed, its window would be over', { disputeEndsAtMs: nowMs, disputer: 'bob' }, null, 0],
    ['closed', { disputeEndsAtMs: nowMs + 1, disputer: 'bob', closedAtMs: nowMs }, null, 1],
    ['it can be appealed', { disputer: 'bob' }, { appealEndsAtMs: nowMs + 1 }, 0],
    ['no appeal came', { disputer: 'bob' }, { appealEndsAtMs: nowMs }, 1],
  ])('behavior: a bond that is not paid can be claimed or not: %s', async (_name, given, round, count) => {
    const { database } = context
    const bond = { marketId: 1, submission: 3, holder: 'ann', disputed: null, bond: 9n }
    await putRows(database, bonds, [
      { ...bond, place: 0, paid: null },
      { ...bond, place: 1, paid: 1n },
    ])
    await putRows(database, submissions, [{ marketId: 1, submission: 3, ...given }])
    // Of the rounds only the last one says what is so.
    if (round !== null)
      await putRows(database, rounds, [
        { marketId: 1, round: 1, submission: 3, appealEndsAtMs: count === 1 ? nowMs + 9 : nowMs },
        { marketId: 1, round: 2, submission: 3, ...round },
      ])
    expect(await shown()).toEqual(Array(count).fill(['claim-bond', 1, 3, '9']))
  })
})

import { beforeEach, expect, test } from 'vitest'
import { describeOnBothDatabases } from '../../../test/support/database.ts'
import { putRows } from '../../../test/support/rows.ts'
import { putCheckpoint } from '../chain/checkpoint.ts'
import { type CommitRow, commits, rounds } from '../chain/oracle-tables.ts'
import { listPendingReveals } from '../reads/list-pending-reveals.ts'
import { listDueReveals } from './list-due-reveals.ts'
import { type NewRelayedReveal, putRelayedReveal } from './put-relayed-reveal.ts'
import { recordRevealAttempt } from './record-reveal-attempt.ts'

describeOnBothDatabases('relayed reveals', (context) => {
  const commitEndsAtMs = 1_000_000
  const revealEndsAtMs = 2_000_000

  beforeEach(async () => {
    const sql = (text: string) => context.database.execute({ label: 'test-set-up', sql: text })
    for (const table of ['checkpoint', 'rounds', 'commits', 'relayed_reveals'])
      await sql(`delete from ${table}`)
    await putRows(context.database, rounds, [{ marketId: 1, round: 1, commitEndsAtMs, revealEndsAtMs }])
  })

  /** The chain's newest block, as far as it is indexed. */
  const chainAt = (timestampMs: number) =>
    putCheckpoint(context.database, {
      networkId: 4,
      genesisHash: '00',
      startHeight: 0,
      height: 9,
      hash: '00',
      timestampMs,
      finalHeight: 0,
      revision: 1,
    })
  const commit = (id: number, vote = 0, given: Partial<CommitRow> = {}) =>
    putRows(context.database, commits, [
      { id, marketId: 1, round: 1, voter: `voter ${id}`, vote, committedAtMs: id, ...given },
    ])
  const relay = (id: number, salt = id, given: Partial<NewRelayedReveal> = {}) =>
    putRelayedReveal(context.database, {
      id,
      marketId: 1,
      marketAddress: 'market',
      voter: `voter ${id}`,
      round: 1,
      vote: 1,
      sealedSalt: new Uint8Array([salt]),
      commitTxId: '00',
      createdAtMs: id,
      ...given,
    })
  const due = async (nowMs: number, { height = 100, limit = 50 } = {}) =>
    (await listDueReveals(context.database, { nowMs, height, limit })).map(({ id }) => id)
  const attempt = (id: number, { height = 100, counts = true, revealTxId = null as string | null } = {}) =>
    recordRevealAttempt(context.database, { id, height, counts, revealTxId, lastError: 'no answer' })
  const statusOf = async (id: number) => {
    const filter = { voter: `voter ${id}`, limit: 5, isOwner: false }
    const { rows } = await listPendingReveals(context.database, filter)
    return (JSON.parse(rows) as { status: string }[]).map(({ status }) => status)
  }

  test('default: what is handed over is what is due, and a later one takes the place of vote, salt and commit alone', async () => {
    await Promise.all([commit(7), relay(7)])
    await chainAt(commitEndsAtMs)
    const handedOver = {
      id: 7,
      marketId: 1,
      voter: 'voter 7',
      round: 1,
      vote: 1,
      sealedSalt: new Uint8Array([7]),
      attemptCount: 0,
      lastAttemptHeight: 0,
      revealEndsAtMs,
      revealTxId: null,
    }
    const dueAt = (height: number) =>
      listDueReveals(context.database, { nowMs: commitEndsAtMs, height, limit: 2 })
    const rest = () =>
      context.database.query({
        label: 'test-rest',
        sql: 'select market_address, commit_tx_id, last_error, created_at_ms from relayed_reveals',
      })
    expect(await dueAt(100)).toEqual([handedOver])
    const before = { market_address: 'market', commit_tx_id: '00', last_error: null, created_at_ms: 7 }
    expect(await rest()).toEqual([before])
    await attempt(7, { revealTxId: 'aa' })
    await relay(7, 8, { vote: 2, commitTxId: '11', marketAddress: 'other', voter: 'other', createdAtMs: 9 })
    const tried = { attemptCount: 1, lastAttemptHeight: 100, revealTxId: 'aa' }
    expect(await dueAt(101)).toEqual([{ ...handedOver, ...tried, vote: 2, sealedSalt: new Uint8Array([8]) }])
    expect(await rest()).toEqual([{ ...before, commit_tx_id: '11', last_error: 'no answer' }])
  })
  test('behavior: a reveal is due from the end of the commits until a block ends the window', async () => {
    await Promise.all([commit(7), relay(7)])
    await chainAt(0)
    expect(await due(commitEndsAtMs - 1)).toEqual([])
    expect(await due(commitEndsAtMs)).toEqual([7])
    expect(await due(revealEndsAtMs + 3_600_000)).toEqual([7]) // a clock that is ahead ends nothing
    await chainAt(revealEndsAtMs - 1)
    expect(await due(revealEndsAtMs - 1)).toEqual([7])
    await chainAt(revealEndsAtMs)
    expect(await due(revealEndsAtMs)).toEqual([])
  })
  test('behavior: one that is revealed, or was not committed, is not due', async () => {
    await Promise.all([commit(1, 2), relay(1), relay(2), commit(3)])
    await chainAt(commitEndsAtMs)
    expect(await due(commitEndsAtMs)).toEqual([])
  })
  test('behavior: a commit and a round are those of the reveal’s own market, round and voter; what ends first comes first', async () => {
    await putRows(context.database, rounds, [
      { marketId: 1, round: 2, commitEndsAtMs, revealEndsAtMs: revealEndsAtMs - 2 },
      { marketId: 2, round: 1, commitEndsAtMs, revealEndsAtMs: revealEndsAtMs - 1 },
      { marketId: 3, round: 3, commitEndsAtMs, revealEndsAtMs: revealEndsAtMs - 3 },
    ])
    const votes = [
      { marketId: 1, round: 1, voter: 'a' },
      { marketId: 1, round: 1, voter: 'b' },
      { marketId: 2, round: 1, voter: 'a' },
      { marketId: 1, round: 2, voter: 'a' },
    ]
    await chainAt(commitEndsAtMs)
    for (const [id, vote] of votes.entries()) await relay(id, id, vote)
    await commit(0, 0, votes[0])
    expect(await due(commitEndsAtMs)).toEqual([0])
    for (const [id, vote] of votes.entries()) await commit(id, 0, vote)
    const found = await listDueReveals(context.database, { nowMs: commitEndsAtMs, height: 100, limit: 9 })
    expect(found.map((each) => [each.id, each.revealEndsAtMs])).toEqual([
      [3, revealEndsAtMs - 2],
      [2, revealEndsAtMs - 1],
      [0, revealEndsAtMs],
      [1, revealEndsAtMs],
    ])
  })
  test('behavior: each is tried once a block, however often it failed, and the one tried longest ago comes first', async () => {
    for (const id of [1, 2, 3]) await Promise.all([commit(id), relay(id)])
    await chainAt(commitEndsAtMs)
    expect(await due(commitEndsAtMs, { limit: 2 })).toEqual([1, 2])
    for (let height = 101; height <= 1_100; height += 333) await attempt(1, { height })
    expect(await due(commitEndsAtMs, { height: 1_100 })).toEqual([2, 3])
    expect(await due(commitEndsAtMs, { height: 1_101 })).toEqual([2, 3, 1])
    expect(await due(commitEndsAtMs, { height: 1_099 })).toEqual([2, 3, 1]) // after a reorganisation
  })
  test('behavior: an attempt that came too early is not counted', async () => {
    await relay(1)
    expect([await attempt(1), await attempt(1, { counts: false }), await attempt(1)]).toEqual([1, 1, 2])
  })
  test('behavior: an attempt that the node took leaves no error of the one before', async () => {
    await relay(1)
    await attempt(1)
    const taken = { id: 1, height: 101, counts: true, revealTxId: 'aa', lastError: null }
    expect(await recordRevealAttempt(context.database, taken)).toBe(2)
    const sql = 'select last_error, reveal_tx_id from relayed_reveals'
    expect(await context.database.query({ label: 'tried', sql })).toEqual([
      { last_error: null, reveal_tx_id: 'aa' },
    ])
  })
  test('behavior: of a reveal that is not stored there are no attempts', async () => {
    await relay(1)
    expect(await attempt(2)).toBe(0)
  })
  test('behavior: a later attempt that sent nothing keeps the transaction of the one before', async () => {
    await Promise.all([commit(1), relay(1)])
    await chainAt(commitEndsAtMs)
    await attempt(1, { revealTxId: 'aa' })
    await attempt(1)
    const [one] = await listDueReveals(context.database, { nowMs: commitEndsAtMs, height: 101, limit: 1 })
    expect(one).toMatchObject({ revealTxId: 'aa', attemptCount: 2, lastAttemptHeight: 100, revealEndsAtMs })
  })
  test('behavior: failed means that the window cannot succeed any more, expired that nobody asked us', async () => {
    await Promise.all([commit(1), relay(1), relay(2), commit(3), commit(4, 1), relay(4)])
    await chainAt(commitEndsAtMs - 1)
    for (let i = 0; i < 30; i++) await attempt(1, { height: i })
    const all = async () => (await Promise.all([1, 2, 3, 4].map(statusOf))).flat()
    expect(await all()).toEqual(['confirmed', 'pending', 'confirmed', 'revealed'])
    await chainAt(commitEndsAtMs)
    expect(await all()).toEqual(['confirmed', 'failed', 'confirmed', 'revealed'])
    await chainAt(revealEndsAtMs - 1)
    expect(await all()).toEqual(['confirmed', 'failed', 'confirmed', 'revealed'])
    await chainAt(revealEndsAtMs)
    expect(await all()).toEqual(['failed', 'failed', 'expired', 'revealed'])
  })
})

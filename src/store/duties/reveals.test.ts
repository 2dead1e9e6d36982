import { beforeEach, expect, test } from 'vitest'
import { describeOnBothDatabases } from '../../../test/support/database.ts'
import { putCheckpoint } from '../chain/checkpoint.ts'
import { listPendingReveals } from '../reads/list-pending-reveals.ts'
import { listDueReveals } from './list-due-reveals.ts'
import { putRelayedReveal } from './put-relayed-reveal.ts'
import { recordRevealAttempt } from './record-reveal-attempt.ts'

describeOnBothDatabases('relayed reveals', (context) => {
  const commitEndsAtMs = 1_000_000
  const revealEndsAtMs = 2_000_000

  beforeEach(async () => {
    const sql = (text: string) => context.database.execute({ label: 'test-set-up', sql: text })
    for (const table of ['checkpoint', 'rounds', 'commits', 'relayed_reveals'])
      await sql(`delete from ${table}`)
    await sql(`
      insert into rounds (market_id, round, submission, attempt, appeal, opened_at_ms, commit_ends_at_ms,
        reveal_ends_at_ms, quorum, commit_count, reveal_count, worked_off_count, weight_yes, weight_no, weight_early)
      values (1, 1, 1, 1, 0, 0, ${commitEndsAtMs}, ${revealEndsAtMs}, 60, 0, 0, 0, 0, 0, 0)`)
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
  const commit = (id: number, vote = 0) =>
    context.database.execute({
      label: 'test-commit',
      sql: `insert into commits (id, market_id, round, voter, commit_hash, weight, stake, slash, vote, commit_tx_id, committed_at_ms)
        values ($1, 1, 1, $2, '00', 1, 1, 1, $3, '00', $1)`,
      values: [id, `voter ${id}`, vote],
    })
  const relay = (id: number, salt = id) =>
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
  test('behavior: each is tried once a block, however often it failed, and the one tried longest ago comes first', async () => {
    for (const id of [1, 2, 3]) await Promise.all([commit(id), relay(id)])
    await chainAt(commitEndsAtMs)
    expect(await due(commitEndsAtMs, { limit: 2 })).toEqual([1, 2])
    for (let height = 101; height <= 1_100; height += 333) await attempt(1, { height })
    expect(await due(commitEndsAtMs, { height: 1_100 })).toEqual([2, 3])
    expect(await due(commitEndsAtMs, { height: 1_101 })).toEqual([2, 3, 1])
    expect(await due(commitEndsAtMs, { height: 1_099 })).toEqual([2, 3, 1]) // after a reorganisation
  })
  test('behavior: of one vote handed over twice the last counts, and its attempts stay', async () => {
    await Promise.all([commit(1), relay(1)])
    await chainAt(commitEndsAtMs)
    await attempt(1)
    await relay(1, 0xbb)
    const [one] = await listDueReveals(context.database, { nowMs: commitEndsAtMs, height: 101, limit: 2 })
    expect([one?.sealedSalt, one?.attemptCount]).toEqual([new Uint8Array([0xbb]), 1])
  })
  test('behavior: an attempt that came too early is not counted', async () => {
    await relay(1)
    expect([await attempt(1), await attempt(1, { counts: false }), await attempt(1)]).toEqual([1, 1, 2])
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

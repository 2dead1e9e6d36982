import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { createManualClock } from '../../kit/index.ts'
import type { Database } from '../../store/index.ts'
import { putCheckpoint, putIndexHealth } from '../../store/writes/indexer.ts'
import { createIndexView } from './index-view.ts'

describe('index view', () => {
  const startMs = 1_700_000_000_000
  let own: TestDatabase
  let database: Database
  beforeAll(async () => {
    own = await createTestDatabase('embedded')
    database = await own.open()
    await putCheckpoint(database, {
      networkId: 4,
      genesisHash: '00'.repeat(32),
      startHeight: 0,
      height: 7,
      hash: '11'.repeat(32),
      timestampMs: startMs,
      finalHeight: 0,
      revision: 1,
    })
  })
  afterAll(async () => {
    await database.close()
    await own.drop()
  })

  /** The lag that is shown so long after the indexer wrote this down. */
  async function lagAfter(ms: number, caughtUpAtMs: number, checkedAtMs: number): Promise<number> {
    await putIndexHealth(database, { nodeHeight: 7, caughtUpAtMs, checkedAtMs, haltedReason: null })
    const view = createIndexView({ database, clock: createManualClock(checkedAtMs + ms) })
    return view.lagMs((await view.current())!)
  }

  test.each([
    [0, 0],
    [499, 0],
    [2_000, 0],
    [2_001, 2_001],
    [60_000, 60_000],
  ])('behavior: at the tip %i ms after the indexer last said so, the lag is %i ms', async (ms, lag) => {
    expect(await lagAfter(ms, startMs, startMs)).toBe(lag)
  })
  test('behavior: what somebody saw later is looked for again, also when a look is under way', async () => {
    const view = createIndexView({ database, clock: createManualClock(startMs), ageMaxMs: 3_600_000 })
    expect((await view.current())?.revision).toBe(1)
    const put = (revision: number) =>
      putCheckpoint(database, {
        networkId: 4,
        genesisHash: '00'.repeat(32),
        startHeight: 0,
        height: 7,
        hash: '11'.repeat(32),
        timestampMs: startMs,
        finalHeight: 0,
        revision,
      })
    await put(2)
    expect((await view.current())?.revision).toBe(1)
    view.expire()
    const underWay = view.current()
    const written = put(3)
    view.expire()
    await written
    expect((await view.current())?.revision).toBe(3)
    await underWay
    expect((await view.current())?.revision).toBe(3)
    await put(1)
  })
  test('behavior: whoever asks for a height that is there waits for nothing, and takes no place of those who do', async () => {
    const clock = createManualClock(startMs)
    const view = createIndexView({ database, clock, waitMaxMs: 500 })
    const caller = { owner: null, address: 'a' }
    const waiting = Array.from({ length: 16 }, () => view.reach(8, caller))
    const told = Promise.allSettled(waiting)
    await expect(view.reach(8, caller)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    expect((await view.reach(7, caller)).height).toBe(7)
    expect((await told).map(({ status }) => status)).toEqual(waiting.map(() => 'rejected'))
  })
  test('behavior: behind it, the time since it was there', async () => {
    expect(await lagAfter(100, startMs - 5_000, startMs)).toBe(5_100)
  })
})

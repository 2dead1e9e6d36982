import { expect, test } from 'vitest'
import { describeOnBothDatabases } from '../../test/support/database.ts'
import { Fault, monotonicMs, type Timers } from '../kit/index.ts'
import type { Database, Row } from './database.ts'
import { createDatabaseClock } from './database-clock.ts'
import { readTime } from './read-time.ts'

describeOnBothDatabases('createDatabaseClock', (context) => {
  test('default: between two readings of the database’s own time', async () => {
    const startedMs = monotonicMs()
    const clock = await createDatabaseClock(context.database)
    // It errs by at most half the way to the database and back, which was part of this.
    const errorMs = monotonicMs() - startedMs + 1
    const before = await readTime(context.database)
    const now = clock.nowMs()
    const after = await readTime(context.database)
    expect(now).toBeGreaterThanOrEqual(before - errorMs)
    expect(now).toBeLessThanOrEqual(after + errorMs)
    clock.stop()
  })
})

/** A database whose time is told by the test, and timers that fire when it says so. */
function createStage() {
  let time = 1_000_000
  let monotonic = 0
  let isAway = false
  let refusals = 0
  let fire: () => void = () => undefined
  const points = {
    query: async <R extends object = Row>(): Promise<R[]> => {
      if (isAway || refusals-- > 0) throw new Fault('database', 'away')
      return [{ now_ms: time }] as unknown as R[]
    },
  }
  const timers: Timers = {
    after: () => () => undefined,
    every: (_ms, work) => {
      fire = work
      return () => undefined
    },
  }
  return {
    database: { points } as unknown as Database,
    timers,
    monotonic: () => monotonic,
    pass(ms: number) {
      monotonic += ms
    },
    databaseSays(ms: number) {
      time = ms
    },
    away(now: boolean) {
      isAway = now
    },
    refuses(times: number) {
      refusals = times
    },
    async refresh() {
      fire()
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

test('behavior: runs on by itself, and follows when it is read again', async () => {
  const stage = createStage()
  const clock = await createDatabaseClock(stage.database, stage)
  stage.pass(500)
  expect(clock.nowMs()).toBe(1_000_500)
  stage.databaseSays(1_002_000)
  await stage.refresh()
  expect(clock.nowMs()).toBe(1_002_000)
})

test('behavior: while the database is away it runs on', async () => {
  const stage = createStage()
  const clock = await createDatabaseClock(stage.database, stage)
  stage.away(true)
  stage.pass(40_000)
  await stage.refresh()
  expect(clock.nowMs()).toBe(1_040_000)
})

test('behavior: a start waits for a server that is busy, and does not wait for ever', async () => {
  const stage = createStage()
  stage.refuses(19)
  expect((await createDatabaseClock(stage.database, stage)).nowMs()).toBe(1_000_000)
  stage.refuses(20)
  await expect(createDatabaseClock(stage.database, stage)).rejects.toThrow('away')
})

import { beforeEach, expect, test } from 'vitest'
import { describeOnBothDatabases } from '../../../test/support/database.ts'
import { type Clock, createManualClock, Fault } from '../../kit/index.ts'
import type { Database } from '../database.ts'
import type { LeaderRole } from './claim-lease.ts'
import { createLeaderLease, giveUpMs, restMs } from './leader-lease.ts'

describeOnBothDatabases('createLeaderLease', (context) => {
  const startMs = 1_763_164_800_000
  let clock = createManualClock(startMs)
  beforeEach(async () => {
    clock = createManualClock(startMs)
    await context.database.execute({ label: 'test-empty', sql: 'delete from leader_leases' })
  })

  interface Given {
    readonly estimate?: Clock
    readonly role?: LeaderRole
    readonly database?: Database
    readonly canWork?: () => Promise<unknown>
  }
  function process(name: string, { role = 'keeper', database, canWork, estimate }: Given = {}) {
    const seen: string[] = []
    /** Real time of this process: moves on with the clock, but does not jump with it. */
    const own = createManualClock(0)
    const lease = createLeaderLease({
      database: database ?? context.database,
      clock: estimate ?? clock,
      role,
      name,
      canWork: canWork ?? (async () => undefined),
      monotonic: () => own.nowMs(),
      observe: ({ kind }) => void seen.push(kind),
    })
    return { ...lease, seen, own }
  }
  type Process = ReturnType<typeof process>
  const pass = (ms: number, ...all: readonly Process[]): void => {
    clock.advance(ms)
    for (const { own } of all) own.advance(ms)
  }

  test('behavior: of two one leads, and the other takes over when its lease has ended', async () => {
    const [first, second] = [process('first'), process('second')]
    expect([await first.hold(), await second.hold()]).toEqual([true, false])
    pass(14_000, first, second)
    expect([await first.hold(), await second.hold()]).toEqual([true, false])
    pass(14_999, first, second)
    expect([await second.hold(), first.isHeld()]).toEqual([false, true])
    pass(1, first, second)
    expect(first.isHeld()).toBe(false)
    expect([await second.hold(), await first.hold()]).toEqual([true, false])
    expect([first.seen, second.seen]).toEqual([['lead-taken', 'lead-lost'], ['lead-taken']])
  })
  test('behavior: who stops gives the lease back, who does not have it gives nothing back', async () => {
    const [first, second] = [process('first'), process('second')]
    expect([await first.hold(), await second.hold()]).toEqual([true, false])
    await second.release()
    expect(await second.hold()).toBe(false)
    await first.release()
    expect([first.isHeld(), await second.hold()]).toEqual([false, true])
  })
  test('behavior: the same name leads again at once, as after a crash on an embedded database', async () => {
    expect(await process('embedded').hold()).toBe(true)
    expect(await process('embedded').hold()).toBe(true)
  })
  test('behavior: each role has a lease of its own', async () => {
    expect(await process('a', { role: 'keeper' }).hold()).toBe(true)
    expect(await process('b', { role: 'indexer' }).hold()).toBe(true)
    expect(await process('b', { role: 'keeper' }).hold()).toBe(false)
  })
  test('behavior: a database clock put back by an hour does not keep a dead holder in the lead', async () => {
    const [first, second] = [process('first'), process('second')]
    expect(await first.hold()).toBe(true)
    clock.advance(-3_600_000)
    expect(await second.hold()).toBe(true)
  })
  test.each([1, 40, 15_000])(
    'behavior: a standby whose estimate of the clock is %i ms behind takes no lease of a live leader',
    async (behindMs) => {
      const behind: Clock = { nowMs: () => clock.nowMs() - behindMs }
      const [first, second] = [process('first'), process('second', { estimate: behind })]
      expect([await first.hold(), await second.hold()]).toEqual([true, false])
      pass(5_000, first, second)
      expect([await first.hold(), await second.hold(), first.isHeld()]).toEqual([true, false, true])
    },
  )
  test('behavior: without the database the lead ends by itself, and is taken again when it is back', async () => {
    let isAway = false
    const real = context.database
    const database: Database = {
      ...real,
      query: (statement) => (isAway ? Promise.reject(new Fault('database', 'away')) : real.query(statement)),
    }
    const [first, second] = [process('first', { database }), process('second')]
    expect(await first.hold()).toBe(true)
    isAway = true
    pass(5_000, first, second)
    await expect(first.hold()).rejects.toThrow('away')
    expect(first.isHeld()).toBe(true)
    pass(10_000, first, second)
    expect(first.isHeld()).toBe(false)
    expect(await second.hold()).toBe(true)
    await expect(first.hold()).rejects.toThrow('away')
    isAway = false
    expect(await first.hold()).toBe(false)
    expect(first.seen).toEqual(['lead-taken', 'lead-lost'])
  })
  test('behavior: a leader whose work fails gives its lease up, rests, and claims only when it can work', async () => {
    let reachable = false
    const canWork = () =>
      reachable ? Promise.resolve() : Promise.reject(new Fault('upstream_error', 'no node'))
    const [first, second] = [process('first', { canWork }), process('second')]
    expect(await first.hold()).toBe(true)
    await first.failed('no node')
    pass(giveUpMs - 1, first, second)
    await first.failed('no node')
    expect([await first.hold(), await second.hold()]).toEqual([true, false])
    pass(1, first, second)
    await first.failed('no node')
    expect([first.isHeld(), first.troubleReason()]).toEqual([false, 'no node'])
    reachable = true
    expect(await first.hold()).toBe(false)
    expect(await second.hold()).toBe(true)
    await second.release()
    pass(restMs - 1, first)
    expect(await first.hold()).toBe(false)
    pass(1, first)
    reachable = false
    await expect(first.hold()).rejects.toThrow('no node')
    expect(first.troubleReason()).toBe('no node')
    reachable = true
    expect([await first.hold(), first.troubleReason()]).toEqual([true, null])
    expect(first.seen).toEqual(['lead-taken', 'lead-given-up', 'lead-taken'])
  })
  test('behavior: one success in between keeps the lease', async () => {
    const leader = process('leader')
    expect(await leader.hold()).toBe(true)
    await leader.failed('once')
    pass(giveUpMs - 1, leader)
    leader.worked()
    pass(1, leader)
    await leader.failed('again')
    expect([leader.isHeld(), leader.seen]).toEqual([true, ['lead-taken']])
  })
  test('behavior: a lease whose grant took longer than it lasts is not held', async () => {
    const slow = process('slow', {
      database: {
        ...context.database,
        query: async (statement) => {
          const rows = await context.database.query(statement)
          slow.own.advance(15_000)
          return rows as never
        },
      },
    })
    expect([await slow.hold(), slow.isHeld()]).toEqual([false, false])
  })
})

import { beforeEach, expect, test } from 'vitest'
import { describeOnBothDatabases } from '../../../test/support/database.ts'
import { createManualClock, Fault } from '../../kit/index.ts'
import type { Database } from '../database.ts'
import type { LeaderRole } from './claim-lease.ts'
import { createLeaderLease, giveUpMs, restMs } from './leader-lease.ts'

describeOnBothDatabases('createLeaderLease', (context) => {
  beforeEach(() => context.database.execute({ label: 'test-empty', sql: 'delete from leader_leases' }))

  interface Given {
    readonly role?: LeaderRole
    readonly database?: Database
    readonly canWork?: () => Promise<unknown>
  }
  function process(name: string, { role = 'keeper', database, canWork }: Given = {}) {
    const seen: string[] = []
    /** Each process has its own time, and no two agree on it. */
    const own = createManualClock(name.length * 1_000_000)
    const lease = createLeaderLease({
      database: database ?? context.database,
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
  test('behavior: a lease that was renewed is given back as well', async () => {
    const [first, second] = [process('first'), process('second')]
    expect(await first.hold()).toBe(true)
    pass(5_000, first)
    expect(await first.hold()).toBe(true)
    await first.release()
    expect(await second.hold()).toBe(true)
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
  test('behavior: who begins to wait watches a whole lease, whenever it was granted', async () => {
    const [first, second] = [process('first'), process('second')]
    expect(await first.hold()).toBe(true)
    pass(15_000, first, second)
    expect(await second.hold()).toBe(false)
    pass(14_999, second)
    expect(await second.hold()).toBe(false)
    pass(1, second)
    expect(await second.hold()).toBe(true)
  })
  test('behavior: who looks seldom takes no lease of a leader that renewed it in between', async () => {
    const [first, second] = [process('first'), process('second')]
    expect([await first.hold(), await second.hold()]).toEqual([true, false])
    pass(5_000, first, second)
    expect(await first.hold()).toBe(true)
    pass(10_000, first, second)
    expect([await second.hold(), first.isHeld()]).toEqual([false, true])
  })
  test('behavior: what was given up and taken again is another lease to whoever waits', async () => {
    const [first, second, third] = [process('first'), process('second'), process('third')]
    expect([await first.hold(), await third.hold()]).toEqual([true, false])
    pass(14_000, first, second, third)
    await first.release()
    expect([await second.hold(), await third.hold()]).toEqual([true, false])
    pass(1_000, second, third)
    expect([await third.hold(), second.isHeld()]).toEqual([false, true])
  })
  test('behavior: without the database the lead ends by itself, and is taken again when it is back', async () => {
    let isAway = false
    const real = context.database
    const database: Database = {
      ...real,
      query: (statement) => (isAway ? Promise.reject(new Fault('database', 'away')) : real.query(statement)),
    }
    const [first, second] = [process('first', { database }), process('second')]
    expect([await first.hold(), await second.hold()]).toEqual([true, false])
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
  /** A database whose answers take so long by the time of whoever asks. */
  const answeringAfter = (ms: number, pass: (ms: number) => void): Database => ({
    ...context.database,
    query: async (statement) => {
      const rows = await context.database.query(statement)
      pass(ms)
      return rows as never
    },
  })
  test('behavior: who waits counts from when it saw the lease, not from when it asked', async () => {
    const first = process('first')
    const second: Process = process('second', { database: answeringAfter(10_000, (ms) => pass(ms, second)) })
    expect(await first.hold()).toBe(true)
    expect(await second.hold()).toBe(false)
    pass(14_999, second)
    expect(await second.hold()).toBe(false)
    expect(await second.hold()).toBe(true)
  })
  test('behavior: giving up that reaches the database late frees nothing that was taken anew', async () => {
    const late: (() => Promise<number>)[] = []
    const first = process('first', {
      database: {
        ...context.database,
        execute: (statement) => {
          late.push(() => context.database.execute(statement))
          return Promise.reject(new Fault('database', 'no answer in time'))
        },
      },
    })
    const second = process('second')
    expect(await first.hold()).toBe(true)
    await first.release()
    expect(await first.hold()).toBe(true)
    for (const arrive of late) await arrive()
    expect([late.length, await second.hold(), first.isHeld()]).toEqual([1, false, true])
  })
  test('behavior: a lease whose renewals got no answer is given back, and is lost at once', async () => {
    let isLost = false
    const database: Database = {
      ...context.database,
      async query(statement) {
        const rows = await context.database.query(statement)
        if (isLost) throw new Fault('database', 'no answer in time')
        return rows as never
      },
    }
    const [first, second] = [process('first', { database }), process('second')]
    expect(await first.hold()).toBe(true)
    isLost = true
    pass(5_000, first)
    await expect(first.hold()).rejects.toThrow('no answer')
    await expect(first.hold()).rejects.toThrow('no answer')
    const released = first.release()
    expect(first.isHeld()).toBe(false)
    await released
    expect(await second.hold()).toBe(true)
  })
  test('behavior: a database that does not answer is asked once to take a lease back', async () => {
    let isAway = false
    let releases = 0
    const silent = () => Promise.reject(new Fault('database', 'no answer in time'))
    const first = process('first', {
      database: {
        ...context.database,
        query: (statement) => (isAway ? silent() : context.database.query(statement)),
        execute: () => {
          releases += 1
          return silent()
        },
      },
    })
    expect(await first.hold()).toBe(true)
    isAway = true
    pass(5_000, first)
    for (let n = 0; n < 3; n++) await expect(first.hold()).rejects.toThrow('no answer')
    await first.release()
    expect(releases).toBe(1)
  })
  test('behavior: one that is found before all terms were tried is given back by one statement', async () => {
    let isAway = false
    let releases = 0
    const { query, execute } = context.database
    const first = process('first', {
      database: {
        ...context.database,
        query: (statement) =>
          isAway ? Promise.reject(new Fault('database', 'nothing arrives')) : query(statement),
        execute: (statement) => {
          releases += 1
          return execute(statement)
        },
      },
    })
    expect(await first.hold()).toBe(true)
    isAway = true
    pass(5_000, first)
    for (let n = 0; n < 3; n++) await expect(first.hold()).rejects.toThrow('nothing arrives')
    await first.release()
    expect([releases, await process('second').hold()]).toEqual([1, true])
  })
  test('behavior: a lease is renewed when a third of it is gone, and not before', async () => {
    let asked = 0
    const database: Database = {
      ...context.database,
      query: (statement) => {
        asked += 1
        return context.database.query(statement)
      },
    }
    const leader = process('leader', { database })
    const held: [boolean, number][] = []
    for (const ms of [0, 4_999, 1, 4_999, 1]) {
      pass(ms, leader)
      held.push([await leader.hold(), asked])
    }
    expect(held.map(([, questions]) => questions)).toEqual([1, 1, 2, 2, 3])
    expect(held.every(([isMine]) => isMine)).toBe(true)
  })
  test('behavior: a lead that ended by itself and is taken again is told as both', async () => {
    const leader = process('leader')
    await leader.hold()
    pass(15_000, leader)
    expect([await leader.hold(), leader.seen]).toEqual([true, ['lead-taken', 'lead-lost', 'lead-taken']])
  })
  test('behavior: a lease whose grant took longer than it lasts is not held', async () => {
    const slow: Process = process('slow', { database: answeringAfter(15_000, (ms) => pass(ms, slow)) })
    expect([await slow.hold(), slow.isHeld()]).toEqual([false, false])
  })
})

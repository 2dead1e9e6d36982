import type { PoolClient } from 'pg'
import { describe, expect, test } from 'vitest'
import type { Timers } from '../kit/index.ts'
import { createSessionLine } from './session-line.ts'

/** A pool that opens sessions as long as it is asked to, and remembers what came back. */
function createPool() {
  const returned: boolean[] = []
  let refusal: Error | null = null
  let opened = 0
  return {
    returned,
    opened: () => opened,
    refuseWith(error: Error | null) {
      refusal = error
    },
    async connect(): Promise<PoolClient> {
      if (refusal) throw refusal
      opened += 1
      const session = { number: opened, release: (broken: boolean) => returned.push(broken) }
      return session as unknown as PoolClient
    },
  }
}

describe('session line', () => {
  test('default: as many as there are places; the rest wait in order and are passed sessions', async () => {
    const pool = createPool()
    const line = createSessionLine(pool as never, { places: 2, waitMs: 1_000 })
    const [a, b] = [await line.take(), await line.take()]
    const order: string[] = []
    const third = line.take().then((session) => {
      order.push('third')
      return session
    })
    const fourth = line.take().then((session) => {
      order.push('fourth')
      return session
    })
    line.give(b, false)
    line.give(a, false)
    expect(await third).toBe(b)
    expect(await fourth).toBe(a)
    expect(order).toEqual(['third', 'fourth'])
    expect([pool.opened(), pool.returned]).toEqual([2, []])
    line.give(a, false)
    line.give(b, false)
    expect(pool.returned).toEqual([false, false])
  })
  test('behavior: a broken session is ended, and the next in line gets a new one', async () => {
    const pool = createPool()
    const line = createSessionLine(pool as never, { places: 1, waitMs: 1_000 })
    const broken = await line.take()
    const next = line.take()
    line.give(broken, true)
    expect(await next).not.toBe(broken)
    expect([pool.opened(), pool.returned]).toEqual([2, [true]])
  })
  test('behavior: a session that cannot be opened leaves its place to the next', async () => {
    const pool = createPool()
    const line = createSessionLine(pool as never, { places: 1, waitMs: 1_000 })
    pool.refuseWith(new Error('no server'))
    const both = await Promise.allSettled([line.take(), line.take()])
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    pool.refuseWith(null)
    line.give(await line.take(), false)
    expect(pool.returned).toEqual([false])
  })
  test('behavior: nobody stands longer than the limit, and one timer watches them all', async () => {
    const alarms: (() => void)[] = []
    const timers: Timers = {
      after(_ms, work) {
        alarms.push(work)
        return () => undefined
      },
      every: () => () => undefined,
    }
    const pool = createPool()
    const line = createSessionLine(pool as never, { places: 1, waitMs: 0, timers })
    const held = await line.take()
    const late = [line.take(), line.take()]
    expect(alarms).toHaveLength(1)
    alarms[0]!()
    for (const each of late) await expect(each).rejects.toThrow('no session became free in time')
    expect(alarms.length).toBe(1)
    line.give(held, false)
    expect(pool.returned).toEqual([false])
  })
})

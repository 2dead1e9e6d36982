import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createManualClock } from '../kit/index.ts'
import { createRateLimiter, type LimitedRequest } from './rate-limit.ts'
import { createMemoryWindows } from './sliding-window.ts'

const startMs = 1_767_323_045_678
const usual = { anonymous: { reads: 60, writes: 10 }, key: { reads: 600, writes: 60 } }
const noLimits = { reads: null, writes: null }

function createRoom(limits = usual) {
  const clock = createManualClock(startMs)
  const limiter = createRateLimiter({ clock, ...limits })
  const takeMany = async (count: number, request: LimitedRequest) => {
    let allowed = 0
    for (let i = 0; i < count; i++) if ((await limiter.take(request)).allowed) allowed += 1
    return allowed
  }
  return { clock, limiter, takeMany }
}

const read = (ip: string, key: LimitedRequest['key'] = null): LimitedRequest => ({ kind: 'read', ip, key })
const write = (ip: string, key: LimitedRequest['key'] = null): LimitedRequest => ({ kind: 'write', ip, key })
const keyOf = (id: string, limits: NonNullable<LimitedRequest['key']>['limits'] = noLimits) => ({
  id,
  limits,
})

describe('createRateLimiter', () => {
  test('default: what the headers say, request by request', async () => {
    const { limiter, takeMany, clock } = createRoom()
    expect(await limiter.take(read('192.0.2.1'))).toEqual({
      allowed: true,
      limit: 60,
      remaining: 59,
      resetSeconds: 60,
      retryAfterSeconds: 0,
    })
    expect(await takeMany(58, read('192.0.2.1'))).toBe(58)
    expect(await limiter.take(read('192.0.2.1'))).toMatchObject({ allowed: true, remaining: 0 })
    clock.advance(30_000)
    expect(await limiter.take(read('192.0.2.1'))).toEqual({
      allowed: false,
      limit: 60,
      remaining: 0,
      resetSeconds: 30,
      retryAfterSeconds: 30,
    })
  })
  test('behavior: a key that has used up its writes can still take its orders away, 120 times a minute', async () => {
    const { takeMany } = createRoom()
    const cancel = (key: LimitedRequest['key']): LimitedRequest => ({ kind: 'cancel', ip: '192.0.2.1', key })
    expect(await takeMany(100, write('192.0.2.1', keyOf('a', { reads: null, writes: 1 })))).toBe(1)
    expect(await takeMany(200, cancel(keyOf('a', { reads: null, writes: 1 })))).toBe(120)
    expect(await takeMany(2000, cancel(keyOf('b')))).toBe(120)
    expect(await takeMany(1, write('192.0.2.1', keyOf('b')))).toBe(1)
  })
  test('behavior: without a key a cancel is a write like any other', async () => {
    const { takeMany } = createRoom()
    expect(await takeMany(6, { kind: 'cancel', ip: '192.0.2.1', key: null })).toBe(6)
    expect(await takeMany(10, write('192.0.2.1'))).toBe(4)
  })
  test('behavior: after Retry-After there is room again, a moment before there is not', async () => {
    const { limiter, takeMany, clock } = createRoom()
    expect(await takeMany(61, read('192.0.2.1'))).toBe(60)
    const { retryAfterSeconds } = await limiter.take(read('192.0.2.1'))
    clock.advance((retryAfterSeconds - 1) * 1000)
    expect((await limiter.take(read('192.0.2.1'))).allowed).toBe(false)
    clock.advance(1000)
    expect((await limiter.take(read('192.0.2.1'))).allowed).toBe(true)
  })
  test('behavior: no header ever tells of more than the window of sixty seconds', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 2_500 }), { maxLength: 120 }), async (pauses) => {
        const { clock, limiter } = createRoom()
        for (const pause of pauses) {
          clock.advance(pause)
          const { resetSeconds } = await limiter.take(read('192.0.2.1'))
          expect(resetSeconds).toBeGreaterThanOrEqual(1)
          expect(resetSeconds).toBeLessThanOrEqual(60)
        }
      }),
    )
  })
  test('behavior: reads and writes, addresses and networks have budgets of their own', async () => {
    const { takeMany } = createRoom()
    expect(await takeMany(61, read('192.0.2.1'))).toBe(60)
    expect(await takeMany(11, write('192.0.2.1'))).toBe(10)
    expect(await takeMany(1, read('192.0.2.2'))).toBe(1)
    expect(await takeMany(61, read('2001:db8:1:2::1'))).toBe(60)
    expect(await takeMany(1, read('2001:db8:1:2:ffff::9'))).toBe(0)
    expect(await takeMany(1, read('2001:db8:1:3::1'))).toBe(1)
    expect(await takeMany(1, read('::ffff:192.0.2.1'))).toBe(0)
  })
  test('behavior: a key has its own budget wherever it is used, and leaves the address’s alone', async () => {
    const { takeMany } = createRoom()
    expect(await takeMany(400, read('192.0.2.1', keyOf('a')))).toBe(400)
    expect(await takeMany(400, read('192.0.2.2', keyOf('a')))).toBe(200)
    expect(await takeMany(61, write('192.0.2.2', keyOf('a')))).toBe(60)
    expect(await takeMany(61, read('192.0.2.1'))).toBe(60)
  })
  test('behavior: all keys behind one address together have ten times a key’s budget', async () => {
    const { limiter, takeMany } = createRoom()
    for (let i = 0; i < 10; i++) expect(await takeMany(60, write('192.0.2.1', keyOf(`key ${i}`)))).toBe(60)
    expect(await limiter.take(write('192.0.2.1', keyOf('the eleventh')))).toMatchObject({
      allowed: false,
      limit: 600,
      remaining: 0,
    })
    expect(await takeMany(1, write('192.0.2.2', keyOf('the eleventh')))).toBe(1)
  })
  test('behavior: an operator’s limit on a key changes nothing of what all keys behind its address have', async () => {
    const { takeMany } = createRoom()
    const large = keyOf('large', { reads: 9_000, writes: null })
    expect(await takeMany(7_000, read('192.0.2.1', large))).toBe(6_000)
    expect(await takeMany(1, read('192.0.2.1', keyOf('small', { reads: 3, writes: null })))).toBe(0)
    expect(await takeMany(1_000, read('192.0.2.2', large))).toBe(1_000)
    expect(await takeMany(100, read('192.0.2.3', keyOf('tiny', { reads: 1, writes: null })))).toBe(1)
    expect(await takeMany(600, read('192.0.2.3', keyOf('usual')))).toBe(600)
  })
  test('behavior: what keys read leaves the writes of all keys behind their address alone', async () => {
    const { takeMany } = createRoom()
    expect(await takeMany(600, read('192.0.2.1', keyOf('a')))).toBe(600)
    expect(await takeMany(60, write('192.0.2.1', keyOf('a')))).toBe(60)
  })
  test('behavior: a refusal by the shared budget does not cost the key anything', async () => {
    const { limiter, takeMany } = createRoom()
    for (let i = 0; i < 10; i++) await takeMany(60, write('192.0.2.1', keyOf(`key ${i}`)))
    await takeMany(20, write('192.0.2.1', keyOf('late')))
    expect(await limiter.take(write('192.0.2.9', keyOf('late')))).toMatchObject({
      allowed: true,
      remaining: 59,
    })
  })
  test('behavior: an operator’s limit on a key holds, above and below the usual', async () => {
    const { takeMany } = createRoom()
    expect(await takeMany(10, read('192.0.2.1', keyOf('small', { reads: 3, writes: null })))).toBe(3)
    expect(await takeMany(70, write('192.0.2.1', keyOf('small', { reads: 3, writes: null })))).toBe(60)
    expect(await takeMany(1000, read('192.0.2.3', keyOf('large', { reads: 900, writes: null })))).toBe(900)
    expect(await takeMany(5, read('192.0.2.4', keyOf('none', { reads: 0, writes: 0 })))).toBe(0)
  })
  test('behavior: who has no budget at all is told to come back in a second', async () => {
    const { limiter } = createRoom()
    expect(await limiter.take(read('192.0.2.4', keyOf('none', { reads: 0, writes: 0 })))).toEqual({
      ...{ allowed: false, limit: 0, remaining: 0 },
      ...{ resetSeconds: 0, retryAfterSeconds: 1 },
    })
  })
  test('behavior: in no sixty seconds are more let through than the limit', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 20_000 }), { maxLength: 120 }), async (pauses) => {
        const { clock, limiter } = createRoom({ ...usual, anonymous: { reads: 5, writes: 1 } })
        const passed: number[] = []
        for (const pause of pauses) {
          clock.advance(pause)
          if ((await limiter.take(read('192.0.2.1'))).allowed) passed.push(clock.nowMs())
        }
        for (const [index, at] of passed.entries()) {
          const sixth = passed[index + 5]
          if (sixth !== undefined) expect(sixth - at).toBeGreaterThanOrEqual(60_000)
        }
      }),
      { numRuns: 200 },
    )
  })
  test('behavior: a client that keeps to its rate is never refused', async () => {
    const { clock, limiter } = createRoom()
    for (let i = 0; i < 300; i++) {
      expect((await limiter.take(read('192.0.2.1'))).allowed).toBe(true)
      clock.advance(1_100)
    }
  })
})

describe('createMemoryWindows', () => {
  test('F30 behavior: a million addresses leave no more windows than allowed', async () => {
    const windows = createMemoryWindows(1_000)
    for (let i = 0; i < 1_000_000; i++) {
      await windows.take([{ name: `read address ${i >> 8}.${i & 255}`, limit: 60 }], startMs)
    }
    expect(windows.size()).toBe(1_000)
  })
  test('behavior: requests of one second are forgotten together, sixty seconds after the last of them', () => {
    const windows = createMemoryWindows(10)
    const at = (nowMs: number, name = 'a') => {
      const [state] = windows.take([{ name, limit: 60 }], nowMs)
      return [state?.used, state?.resetSeconds]
    }
    expect([at(1_000), at(1_900), at(61_899), at(61_900)]).toEqual([
      ...[
        [1, 60],
        [2, 60],
        [3, 1],
        [2, 60],
      ],
    ])
    const other = [1_000, 2_000, 2_500, 60_999, 61_000, 62_499, 62_500].map((nowMs) => at(nowMs, 'b')[0])
    expect(other).toEqual([1, 2, 3, 4, 4, 5, 4])
  })
  test('behavior: a hundredth makes room at once, those unused for longest', () => {
    const windows = createMemoryWindows(1_000)
    const use = (i: number) => windows.take([{ name: `read address ${i}`, limit: 60 }], startMs)[0]?.used
    for (let i = 0; i <= 1_000; i++) use(i)
    expect(windows.size()).toBe(991)
    expect([use(10), use(9)]).toEqual([2, 1])
  })
  test('behavior: the one unused for longest makes room, to the second', async () => {
    const windows = createMemoryWindows(2)
    let nowMs = startMs
    const used = async (name: string) => {
      nowMs += 1_000
      return (await windows.take([{ name, limit: 60 }], nowMs))[0]?.used
    }
    expect([await used('a'), await used('b'), await used('a'), await used('c')]).toEqual([1, 1, 2, 1])
    expect(await used('a')).toBe(3)
    expect(await used('b')).toBe(1)
  })
})

import { type AddressInfo, createServer } from 'node:net'
import { createClient } from '@redis/client'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { describeOnRedis, type RedisServer, startRedisServer } from '../../test/support/redis-server.ts'
import { type Clock, createManualClock } from '../kit/index.ts'
import type { AuthObservation } from './observation.ts'
import { openSharedWindows, type SharedWindows, WindowServerRefused } from './shared-windows.ts'
import { createMemoryWindows } from './sliding-window.ts'

const startMs = 1_767_323_045_678
const inspector = (url: string) => createClient({ url })
type Inspector = ReturnType<typeof inspector>

const asked = (name: string, limit = 5) => [{ name, limit }]

describeOnRedis('openSharedWindows', () => {
  let redis: RedisServer
  const open: SharedWindows[] = []
  beforeAll(async () => {
    redis = await startRedisServer()
  })
  afterEach(() => {
    for (const windows of open.splice(0)) windows.close()
  })
  afterAll(() => redis.kill())

  /** So patient that a busy machine is never taken for a lost server, unless a test says otherwise. */
  async function openOne(options: { url?: string; clock?: Clock; answerMs?: number } = {}) {
    const seen: AuthObservation[] = []
    const waiting: { kind: string; resolve: () => void }[] = []
    const windows = await openSharedWindows({
      url: options.url ?? redis.url,
      namesMax: 1_000,
      answerMs: options.answerMs ?? 60_000,
      retryMs: 10,
      ...(options.clock && { clock: options.clock }),
      observe(observation) {
        seen.push(observation)
        for (const one of waiting) if (one.kind === observation.kind) one.resolve()
      },
    })
    open.push(windows)
    const next = (kind: string) => new Promise<void>((resolve) => waiting.push({ kind, resolve }))
    const used = async (name: string, limit?: number) => {
      const [state] = await windows.take(asked(name, limit), startMs)
      return state?.counted ? state.used : 'refused'
    }
    return { windows, seen, next, used }
  }

  async function inspect<T>(work: (client: Inspector) => Promise<T>): Promise<T> {
    const client = inspector(redis.url)
    await client.connect()
    try {
      return await work(client)
    } finally {
      client.destroy()
    }
  }

  test('default: counts, refuses at the limit, tells of both', async () => {
    const { windows, seen } = await openOne({ clock: createManualClock(startMs) })
    expect(await windows.take(asked('first', 2), startMs)).toEqual([
      { counted: true, used: 1, resetSeconds: 60 },
    ])
    expect(await windows.take(asked('first', 2), startMs)).toMatchObject([{ counted: true, used: 2 }])
    expect(await windows.take([...asked('first', 2), ...asked('other', 9)], startMs)).toEqual([
      { counted: false, used: 2, resetSeconds: 60 },
      { counted: false, used: 0, resetSeconds: 0 },
    ])
    expect(seen).toEqual([{ kind: 'limits-shared' }])
  })
  test('behavior: says the same as windows in process, whatever comes', async () => {
    const clock = createManualClock(startMs)
    const { windows } = await openOne({ clock })
    let run = 0
    const step = fc.record({
      pauseMs: fc.integer({ min: 0, max: 30_000 }),
      names: fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 2 }),
      limit: fc.integer({ min: 0, max: 4 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const memory = createMemoryWindows(1_000)
        run += 1
        for (const { pauseMs, names, limit } of steps) {
          clock.advance(pauseMs)
          const wanted = names.map((name) => ({ name: `${run} ${name}`, limit }))
          expect(await windows.take(wanted, 0)).toEqual(memory.take(wanted, clock.nowMs()))
        }
      }),
      { numRuns: 50 },
    )
  })
  test('behavior: a server clock put back by an hour empties no budget and locks nobody out for longer than a minute', async () => {
    const clock = createManualClock(startMs)
    const { windows } = await openOne({ clock })
    for (let i = 0; i < 3; i++) {
      await windows.take(asked('jumps', 3), 0)
      clock.advance(1_000)
    }
    clock.advance(-3_600_000)
    expect(await windows.take(asked('jumps', 3), 0)).toEqual([{ counted: false, used: 3, resetSeconds: 60 }])
    clock.advance(59_999)
    expect(await windows.take(asked('jumps', 3), 0)).toEqual([{ counted: false, used: 3, resetSeconds: 1 }])
    clock.advance(1)
    expect(await windows.take(asked('jumps', 3), 0)).toEqual([{ counted: true, used: 1, resetSeconds: 60 }])
  })
  test('behavior: two processes have one budget, by the server’s clock', async () => {
    const [a, b] = [await openOne(), await openOne()]
    expect([await a.used('shared'), await b.used('shared'), await a.used('shared')]).toEqual([1, 2, 3])
    const many = await Promise.all(Array.from({ length: 40 }, (_, i) => (i % 2 ? a : b).used('many', 20)))
    expect(many.filter((word) => word !== 'refused').sort((x, y) => Number(x) - Number(y))).toEqual(
      Array.from({ length: 20 }, (_, i) => i + 1),
    )
  })
  test('behavior: one round trip a request, and nothing is kept for longer than it counts', async () => {
    const { used } = await openOne()
    const calls = (text: string) => Number(/cmdstat_evalsha:calls=(\d+)/.exec(text)?.[1] ?? 0)
    const before = calls(await inspect((client) => client.info('commandstats')))
    for (let i = 0; i < 10; i++) await used('expiring', 100)
    const after = await inspect((client) => client.info('commandstats'))
    expect(calls(after) - before).toBe(10)
    expect(after).not.toContain('cmdstat_eval:')
    const seconds = await inspect((client) => client.ttl('sibyl:rate:2:expiring'))
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThanOrEqual(62)
  })
  test('behavior: a server whose scripts were emptied is taught again', async () => {
    const { used, seen } = await openOne()
    expect(await used('taught')).toBe(1)
    await inspect((client) => client.scriptFlush())
    expect([await used('taught'), await used('taught')]).toEqual([2, 3])
    expect(seen).toEqual([{ kind: 'limits-shared' }])
  })
  test('F29 behavior: a lost server costs nobody an answer and nobody gets a fresh budget; it is found again', async () => {
    const own = await startRedisServer()
    const { windows, used, seen, next } = await openOne({ url: own.url })
    expect([await used('x'), await used('x'), await used('x')]).toEqual([1, 2, 3])
    const alone = next('limits-alone')
    await own.kill()
    // The first may still find the connection there and lose it: it is counted all the same.
    expect([await used('x'), await used('x'), await used('x')]).toEqual([4, 5, 'refused'])
    await alone
    expect(windows.isShared()).toBe(false)
    expect([await used('y', 1), await used('y', 1)]).toEqual([1, 'refused'])

    const shared = next('limits-shared')
    await own.restart()
    await shared
    expect(windows.isShared()).toBe(true)
    expect(await used('x')).toBe(1)
    expect(seen.map(({ kind }) => kind)).toEqual(['limits-shared', 'limits-alone', 'limits-shared'])
    await own.kill()
  })
  test('F29 behavior: what the server refused is held against nobody when it is gone', async () => {
    const own = await startRedisServer()
    const [a, b] = [await openOne({ url: own.url }), await openOne({ url: own.url })]
    expect([await b.used('x', 2), await b.used('x', 2)]).toEqual([1, 2])
    expect([await a.used('x', 2), await a.used('x', 2)]).toEqual(['refused', 'refused'])
    await own.kill()
    expect([await a.used('x', 2), await a.used('x', 2), await a.used('x', 2)]).toEqual([1, 2, 'refused'])
    expect(await b.used('x', 2)).toBe('refused')
  })
  test('F29 behavior: a server that accepts and never answers holds nobody up', async () => {
    const own = await startRedisServer()
    const { used, next } = await openOne({ url: own.url, answerMs: 500 })
    own.signal('SIGSTOP')
    const waiting = await Promise.all(Array.from({ length: 8 }, () => used('stopped')))
    expect(waiting.filter((word) => word === 'refused')).toHaveLength(3)
    expect(await used('stopped')).toBe('refused')
    const shared = next('limits-shared')
    own.signal('SIGCONT')
    await shared
    await own.kill()
  })
  test('F29 behavior: a server that is away at the start is waited for beside the work', async () => {
    const own = await startRedisServer()
    await own.kill()
    const { windows, used, seen, next } = await openOne({ url: own.url })
    expect([windows.isShared(), await used('early')]).toEqual([false, 1])
    expect(seen).toEqual([{ kind: 'limits-alone', reason: 'ECONNREFUSED' }])
    const shared = next('limits-shared')
    await own.restart()
    await shared
    await own.kill()
  })
  test.each([
    ['another protocol', 'HTTP/1.1 400 Bad Request\r\n\r\n'],
    ['noise', Buffer.from('00ff10feed0d0a0d0a', 'hex')],
    ['nothing but nulls', '$-1\r\n$-1\r\n$-1\r\n'],
    ['a list without its end', '*3\r\n:1\r\n'],
    ['a length beyond all bounds', '$999999999999\r\n'],
    ['other words than asked for', '+OK\r\n'],
  ])(
    'F29 behavior: a server that answers %s costs nobody an answer, and each is counted',
    async (_what, bytes) => {
      const strange = createServer((socket) => {
        socket.on('data', () => socket.write(bytes))
        socket.on('error', () => undefined)
      })
      await new Promise<void>((resolve) => strange.listen(0, '127.0.0.1', resolve))
      const { port } = strange.address() as AddressInfo
      const { used, windows } = await openOne({ url: `redis://127.0.0.1:${port}`, answerMs: 300 })
      expect([await used('x', 2), await used('x', 2), await used('x', 2)]).toEqual([1, 2, 'refused'])
      windows.close()
      strange.close()
    },
  )
  test.each([
    ['nulls', '*3\r\n$-1\r\n$-1\r\n$-1\r\n'],
    ['empty texts', '*3\r\n$0\r\n\r\n$0\r\n\r\n$0\r\n\r\n'],
    ['empty lists', '*3\r\n*0\r\n*0\r\n*0\r\n'],
    ['texts of digits', '*3\r\n$1\r\n1\r\n$1\r\n1\r\n$1\r\n1\r\n'],
    ['numbers below zero', '*3\r\n:1\r\n:-5\r\n:-100\r\n'],
    ['a number too few', '*2\r\n:1\r\n:1\r\n'],
    ['a number too many', '*4\r\n:1\r\n:1\r\n:60\r\n:0\r\n'],
    ['that nothing is used and there is no room', '*3\r\n:0\r\n:0\r\n:0\r\n'],
    ['that it counted beyond the limit', '*3\r\n:1\r\n:3\r\n:60\r\n'],
    ['no list', '*-1\r\n'],
    ['an empty list', '*0\r\n'],
  ])(
    'F29 behavior: a server that takes the script and then answers %s is left, and each is counted',
    async (_what, bytes) => {
      const strange = createServer((socket) => {
        socket.on('error', () => undefined)
        socket.on('data', (data) =>
          socket.write(data.includes('EVALSHA') ? bytes : `$40\r\n${'a'.repeat(40)}\r\n`),
        )
      })
      await new Promise<void>((resolve) => strange.listen(0, '127.0.0.1', resolve))
      const { port } = strange.address() as AddressInfo
      const { used, windows, seen } = await openOne({ url: `redis://127.0.0.1:${port}` })
      expect([await used('x', 2), await used('x', 2), await used('x', 2)]).toEqual([1, 2, 'refused'])
      expect(seen.slice(0, 2)).toEqual([{ kind: 'limits-shared' }, { kind: 'limits-alone', reason: 'Fault' }])
      windows.close()
      strange.close()
    },
  )
  test('behavior: a connection on which nothing was answered in time is closed', async () => {
    const mute = createServer((socket) => {
      socket.on('error', () => undefined)
      socket.on('close', () => mute.emit('hung up'))
      socket.resume()
    })
    await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve))
    const hungUp = new Promise<void>((resolve) => mute.once('hung up', resolve))
    const { port } = mute.address() as AddressInfo
    const { windows } = await openOne({ url: `redis://127.0.0.1:${port}`, answerMs: 100 })
    await hungUp
    expect(windows.isShared()).toBe(false)
    windows.close()
    mute.close()
  })
  test('error: a refused login is no outage', async () => {
    const own = await startRedisServer(['--requirepass', 'right'])
    const url = own.url.replace('redis://', 'redis://:wrong@')
    await expect(openOne({ url })).rejects.toThrow(WindowServerRefused)
    await expect(openOne({ url: own.url })).rejects.toThrow('NOAUTH')
    expect(await (await openOne({ url: url.replace('wrong', 'right') })).used('in')).toBe(1)
    await own.kill()
  })
})

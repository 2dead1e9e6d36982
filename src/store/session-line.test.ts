import type { PoolClient } from 'pg'
import { describe, expect, test } from 'vitest'
import type { Timers } from '../kit/index.ts'
import { createSessionLine, type SessionLine, type Turn } from './session-line.ts'

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
  test('behavior: what continues goes before what has not begun', async () => {
    const line = createSessionLine(createPool() as never, { places: 1, waitMs: 1_000 })
    const held = await line.take()
    const log: string[] = []
    for (const name of ['first', 'second', 'third']) line.ask(turnOf(name, log, name === 'third'))
    for (let n = 0; n < 3; n++) line.give(held, false)
    expect(log).toEqual(['start third', 'start first', 'start second'])
  })
  test('behavior: two are sent ahead of their turn, and start at once when the session is given back', async () => {
    const pool = createPool()
    const line = createSessionLine(pool as never, { places: 1, waitMs: 1_000, sendsAhead: true })
    const log: string[] = []
    const session = await askFirst(line, log)
    for (const name of ['second', 'third', 'fourth']) line.ask(turnOf(name, log))
    expect(log).toEqual(['start first', 'send second', 'send third'])
    line.give(session, false)
    expect(log.slice(3)).toEqual(['start second', 'send fourth'])
    for (let n = 0; n < 3; n++) line.give(session, false)
    expect(log.slice(5)).toEqual(['start third', 'start fourth'])
    expect([pool.opened(), pool.returned]).toEqual([1, [false]])
  })
  test('behavior: nothing is sent behind what is not on its way, nor to a session that somebody has to himself', async () => {
    const line = createSessionLine(createPool() as never, { places: 2, waitMs: 1_000, sendsAhead: true })
    const log: string[] = []
    await line.take()
    const session = await askFirst(line, log, false)
    line.ask(turnOf('second', log))
    expect(log).toEqual(['start first'])
    line.give(session, false)
    expect(log).toEqual(['start first', 'start second'])
  })
  test('behavior: nobody is sent ahead of one who waits for a session of his own', async () => {
    const line = createSessionLine(createPool() as never, { places: 1, waitMs: 1_000, sendsAhead: true })
    const log: string[] = []
    const session = await askFirst(line, log)
    const own = line.take()
    line.ask(turnOf('second', log))
    line.give(session, false)
    expect(await own).toBe(session)
    expect(log).toEqual(['start first'])
    line.give(session, false)
    expect(log).toEqual(['start first', 'start second'])
  })
  test('behavior: behind as few as possible, and behind whoever began last', async () => {
    const line = createSessionLine(createPool() as never, { places: 2, waitMs: 1_000, sendsAhead: true })
    const log: string[] = []
    const older = await askFirst(line, log)
    const newer = await askFirst(line, log)
    const sentTo: PoolClient[] = []
    for (const name of ['a', 'b', 'c', 'd', 'e'])
      line.ask({
        ...turnOf(name, log),
        sendAhead(session) {
          sentTo.push(session)
          return true
        },
      })
    expect(sentTo.map((session) => (session === newer ? 'newer' : 'older'))).toEqual([
      'newer',
      'older',
      'newer',
      'older',
    ])
    expect(older).not.toBe(newer)
  })
  test('behavior: who was sent ahead is told when it takes too long, and keeps its place before the next', async () => {
    const alarms: (() => void)[] = []
    const timers: Timers = {
      after(_ms, work) {
        alarms.push(work)
        return () => undefined
      },
      every: () => () => undefined,
    }
    const line = createSessionLine(createPool() as never, { places: 1, waitMs: 0, sendsAhead: true, timers })
    const log: string[] = []
    const session = await askFirst(line, log)
    line.ask(turnOf('second', log))
    alarms[0]!()
    line.ask(turnOf('third', log))
    expect(log).toEqual(['start first', 'send second', 'refuse second', 'send third'])
    alarms[1]!()
    expect(log.slice(4)).toEqual(['refuse third'])
    line.give(session, false)
    line.give(session, false)
    expect(log.slice(5)).toEqual(['start second', 'start third'])
  })
  test('error: a statement that cannot even be asked is refused, and costs nobody a place', async () => {
    const pool = createPool()
    const line = createSessionLine(pool as never, { places: 1, waitMs: 1_000, sendsAhead: true })
    const refusal = new Promise((resolve) => {
      line.ask({
        ...turnOf('odd', []),
        start() {
          throw new Error('unheard of')
        },
        refuse: resolve,
      })
    })
    expect(await refusal).toEqual(new Error('unheard of'))
    expect(pool.returned).toEqual([true])
    line.give(await line.take(), false)
    expect(pool.returned).toEqual([true, false])
  })
  test('error: what was sent to a session that broke is refused; who waits gets a new session', async () => {
    const pool = createPool()
    const line = createSessionLine(pool as never, { places: 1, waitMs: 1_000, sendsAhead: true })
    const log: string[] = []
    const session = await askFirst(line, log)
    for (const name of ['second', 'third']) line.ask(turnOf(name, log))
    const own = line.take()
    line.give(session, true)
    expect(await own).not.toBe(session)
    expect(log.slice(3)).toEqual(['refuse second', 'refuse third'])
  })
})

function turnOf(name: string, log: string[], isBegun = false, isSent = true): Turn {
  const say = (what: string): boolean => {
    log.push(`${what} ${name}`)
    return isSent
  }
  return {
    isBegun,
    start: () => say('start'),
    sendAhead: () => say('send'),
    refuse: () => say('refuse'),
  }
}

/** The session on which the first statement has been started. */
function askFirst(line: SessionLine, log: string[], isSent = true): Promise<PoolClient> {
  return new Promise((resolve, reject) => {
    const turn = turnOf('first', log, false, isSent)
    line.ask({
      ...turn,
      start(session) {
        resolve(session)
        return turn.start(session)
      },
      refuse: reject,
    })
  })
}

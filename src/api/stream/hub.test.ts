import { afterEach, beforeEach, expect, test } from 'vitest'
import { describeOnBothDatabases } from '../../../test/support/database.ts'
import { Fault, type Timers } from '../../kit/index.ts'
import type { Database } from '../../store/index.ts'
import { appendFeed, skipFeed } from '../../store/writes/indexer.ts'
import { createHub, type Hub, type HubNews, type LiveReader } from './hub.ts'

const silent: Timers = { after: () => () => undefined, every: () => () => undefined }

describeOnBothDatabases('the hub', (context) => {
  let hub: Hub
  let seen: string[]
  /** What the feed's pages are read with; a statement of another name fails as a bug does. */
  let broken: string | null
  let wasAsked: () => void
  const news: HubNews = {
    onMore: () => void seen.push('more'),
    onBug: () => void seen.push('told why'),
  }
  beforeEach(async () => {
    seen = []
    broken = null
    wasAsked = () => undefined
    const { points } = context.database
    const database: Database = {
      ...context.database,
      points: {
        async query(statement) {
          try {
            return await points.query(broken === null ? statement : { ...statement, sql: broken })
          } finally {
            wasAsked()
          }
        },
      },
    }
    hub = await createHub(database, silent, news)
  })
  afterEach(() => hub.stop())

  const tell = (channel: string): Promise<void> =>
    context.database.transaction((tx) => {
      const messages = [{ channel, type: 'block', data: '1' }]
      return appendFeed(tx, [{ height: 1, hash: 'hash', timestampMs: 0, version: 1, messages }])
    })
  const reader = (name: string, deliver = (): void => void seen.push(`${name} delivered`)): LiveReader => {
    const own: LiveReader = {
      deliver,
      interrupt: () => void seen.push(`${name} interrupted`),
      fail: () => {
        hub.leave(own)
        seen.push(`${name} failed`)
      },
      cut: () => {
        hub.leave(own)
        seen.push(`${name} cut`)
      },
    }
    return own
  }
  /** After a look of the hub's of so many statements, and what it did with the answers. */
  const look = async (statements = 1): Promise<void> => {
    const asked = new Promise<void>((resolve) => {
      wasAsked = () => {
        statements -= 1
        if (statements === 0) resolve()
      }
    })
    hub.wake()
    await asked
    await new Promise<void>(setImmediate)
  }

  test('error: who cannot take a message fails alone', async () => {
    const throws = (): void => {
      throw new TypeError('a bug of one')
    }
    hub.join(reader('first'), ['blocks'])
    hub.join(reader('second', throws), ['blocks'])
    hub.join(reader('third'), ['blocks'])
    await tell('blocks')
    await look()
    expect(seen).toEqual(['more', 'first delivered', 'second failed', 'third delivered'])
  })
  test('error: a feed that cannot be read ends all who are live, and is told once', async () => {
    for (const name of ['first', 'second', 'third']) hub.join(reader(name), [name])
    broken = 'select no_such_column'
    await look()
    expect(seen).toEqual(['told why', 'first cut', 'second cut', 'third cut'])
  })
  test('error: it is told when nobody is live, again for another cause, and again after it could be read', async () => {
    const counts: number[] = []
    for (const sql of ['no_such_column', 'no_such_column', 'no_other', 'no_other', null, 'no_other']) {
      broken = sql === null ? null : `select ${sql}`
      // With nothing to read it looks where the feed ends.
      await look(sql === null ? 2 : 1)
      counts.push(seen.length)
    }
    expect(counts).toEqual([1, 1, 2, 2, 2, 3])
  })
  test('behavior: one that began without its database goes on from the head of what it finds', async () => {
    await tell('blocks')
    let isAway = true
    const { points } = context.database
    const database: Database = {
      ...context.database,
      points: {
        async query(statement) {
          if (isAway) throw new Fault('database', 'away')
          return points.query(statement)
        },
      },
    }
    hub = await createHub(database, silent, news)
    expect(hub.place()).toEqual({ epoch: '', seq: 0 })
    isAway = false
    const found = new Promise<void>((resolve) =>
      hub.join({ ...reader('early'), interrupt: () => resolve() }, ['blocks']),
    )
    hub.wake()
    await found
    expect(seen).toEqual(['more'])
    const { epoch, lastSeq } = await hub.head()
    expect(hub.place()).toEqual({ epoch, seq: lastSeq })
  })
  test('behavior: before anybody is told what is new, what was known before is called old', async () => {
    hub.join(reader('first'), ['blocks'])
    const before = await hub.head()
    expect(seen).toEqual([])
    await tell('blocks')
    expect((await hub.head()).lastSeq).toBe(before.lastSeq + 1)
    expect(seen).toEqual(['more'])
    await look()
    expect(seen).toEqual(['more', 'more', 'first delivered'])
    await hub.head()
    expect(seen).toHaveLength(3)
  })
  test('behavior: blocks that are told to nobody are a gap, and so is a feed that ends before where it was', async () => {
    await tell('blocks')
    await look()
    const { epoch, seq } = hub.place()
    hub.join(reader('first'), ['blocks'])
    seen = []
    await context.database.transaction((tx) => skipFeed(tx))
    await look(2)
    expect([hub.place(), seen]).toEqual([{ epoch, seq: seq + 1 }, ['more', 'first interrupted']])
    seen = []
    const label = 'test-restored'
    await context.database.execute({ label, sql: `update feed_head set first_seq = 1, last_seq = ${seq}` })
    await look(2)
    expect([hub.place(), seen]).toEqual([{ epoch, seq }, ['first interrupted']])
  })
})

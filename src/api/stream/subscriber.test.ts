import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { alikeChannels } from '../../../test/support/alike-channels.ts'
import { describeOnBothDatabases } from '../../../test/support/database.ts'
import { afterThisTurn, type Timers } from '../../kit/index.ts'
import type { NewMessage } from '../../store/index.ts'
import { appendFeed } from '../../store/writes/indexer.ts'
import type { ControlMessage, FeedMessage } from '../../wire/index.ts'
import { createFairQueue, type FairQueue } from './fair-queue.ts'
import { createHub, type Hub, type HubNews } from './hub.ts'
import { createSubscriber, type Wire } from './subscriber.ts'

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

const silent: Timers = { after: () => () => undefined, every: () => () => undefined }
/** As much as a socket takes before it is full. */
const WIRE_BYTES = 65_536

const news: HubNews = {
  onMore: () => undefined,
  onBug(cause) {
    throw cause
  },
}

describeOnBothDatabases('a subscriber', (context) => {
  let hub: Hub
  beforeEach(async () => {
    for (const sql of [
      'delete from feed',
      'delete from feed_channels',
      'update feed_head set first_seq = 1, last_seq = 0',
    ])
      await context.database.execute({ label: 'empty-feed', sql })
    hub = await createHub(context.database, silent, news)
  })
  afterEach(() => hub.stop())

  const place = (seq: number) => ({ epoch: hub.place().epoch, seq })

  /** Messages as blocks would tell them. */
  const tellBlocks = (blocks: readonly (readonly string[])[], bytes = 10): Promise<void> =>
    context.database.transaction((tx) => {
      const told = { type: 'trade', data: `"${'x'.repeat(bytes)}"` }
      const block = { height: 1, hash: 'hash', timestampMs: 0, version: 1 }
      const toBlock = (channels: readonly string[]) => ({
        ...block,
        messages: channels.map((channel) => ({ ...told, channel })),
      })
      return appendFeed(tx, blocks.map(toBlock))
    })
  const tellMessages = (messages: readonly NewMessage[]): Promise<void> =>
    context.database.transaction((tx) =>
      appendFeed(tx, [{ height: 1, hash: 'hash', timestampMs: 0, version: 1, messages }]),
    )
  const tell = (channels: readonly string[], bytes?: number): Promise<void> => tellBlocks([channels], bytes)
  /** When the hub has told so many more messages of a channel, or has lost its place. */
  const hubTold = (channel: string, count: number): Promise<void> =>
    new Promise((resolve) => {
      let left = count
      const deliver = (): void => {
        left -= 1
        if (left === 0) resolve()
      }
      const others = { fail: () => undefined, cut: () => undefined }
      hub.join({ deliver, interrupt: () => resolve(), ...others }, [channel])
    })
  const times = (count: number, channel: string): string[] => new Array<string>(count).fill(channel)

  /** When whoever connects next is told each message. */
  const nextJoin = (): Promise<void> =>
    new Promise((resolve) => {
      const real = hub
      hub = {
        ...real,
        join(...given) {
          real.join(...given)
          resolve()
        },
      }
    })
  async function drainUntil({ drain }: { drain(): void }, isThere: Promise<unknown>): Promise<void> {
    let isOver = false
    void isThere.then(() => {
      isOver = true
    })
    while (!isOver) {
      drain()
      await new Promise<void>((resolve) => afterThisTurn(resolve))
    }
  }
  /** A connection that is full after some bytes: until it is drained, or for a moment when its reader is quick. */
  function connect({
    isQuick,
    pages = createFairQueue(2),
  }: {
    readonly isQuick: boolean
    pages?: FairQueue
  }) {
    const got: { seq: number; channel: string }[] = []
    const said: ControlMessage[] = []
    const sent: Buffer[] = []
    const watchers = new Set<() => void>()
    let held = 0
    let closed: string | null = null
    const wire: Wire = {
      send({ seq, channel, json }) {
        held += json.length
        sent.push(json)
        if (seq === null) said.push(JSON.parse(json.toString()))
        else got.push({ seq, channel })
        if (isQuick && wire.isFull()) afterThisTurn(drain)
        for (const look of watchers) look()
      },
      isFull: () => held >= WIRE_BYTES,
      close(reason) {
        closed = reason
      },
    }
    const subscriber = createSubscriber(hub, {
      database: context.database,
      wire,
      pages,
      caller: 'somebody',
      onBug(cause) {
        throw cause
      },
    })
    function drain(): void {
      held = 0
      subscriber.drained()
    }
    const until = (isThere: () => boolean): Promise<void> =>
      new Promise((resolve) => {
        const look = (): void => {
          if (isThere()) resolve()
        }
        watchers.add(look)
        look()
      })
    return {
      subscriber,
      said,
      heard: () => sent.map((json): ControlMessage | FeedMessage => JSON.parse(json.toString())),
      drain,
      until,
      closed: () => closed,
      seqsOf: (channel: string) => got.filter((each) => each.channel === channel).map(({ seq }) => seq),
      has: (count: number) => until(() => got.length >= count),
    }
  }

  test('behavior: answers that nobody reads end the connection when as much waits as may', async () => {
    const reader = connect({ isQuick: false })
    const answer = { type: 'pong', id: 'x'.repeat(60_000), head: 'h-1' } as const
    // The first two fill the wire; seventeen wait.
    for (let i = 0; i < 19; i++) reader.subscriber.tell(answer)
    expect(reader.closed()).toBeNull()
    reader.subscriber.tell(answer)
    expect(reader.closed()).toBe('slow')
    const said = reader.said.length
    reader.subscriber.tell(answer)
    expect(reader.said).toHaveLength(said)
  })
  test('behavior: who asks while a large block is on its way is no slow reader', async () => {
    const isLive = nextJoin()
    const reader = connect({ isQuick: false })
    await reader.subscriber.subscribe(['proposals'], null)
    await isLive
    const told = hubTold('proposals', 60)
    await tell(times(60, 'proposals'), 24_000)
    hub.wake()
    await told
    reader.subscriber.tell({ type: 'pong', id: 'one', head: 'h-1' })
    expect(reader.closed()).toBeNull()
    const isAll = reader.until(
      () => reader.seqsOf('proposals').length === 60 && reader.said.at(-1)?.type === 'pong',
    )
    await drainUntil(reader, isAll)
    reader.subscriber.end()
  })
  test('behavior: books from before a resync and from behind it are told apart, however many wait', async () => {
    const isLive = nextJoin()
    const reader = connect({ isQuick: false })
    await reader.subscriber.subscribe(['market:a', 'proposals'], null)
    await isLive
    const book = (prev: number, version: number, price: number): NewMessage => {
      const bids = [{ price, quantity: '5', orderCount: 1 }]
      const data = JSON.stringify({ marketAddress: 'a', prev, version, full: false, bids, asks: [] })
      return { channel: 'market:a', type: 'book', data }
    }
    const large: NewMessage = { channel: 'proposals', type: 'trade', data: `"${'x'.repeat(40_000)}"` }
    const before = hubTold('market:a', 1)
    await tellMessages([large, large, large, book(4, 5, 300)])
    hub.wake()
    await before
    const lost = hubTold('market:a', 1)
    // Numbers nobody has told.
    const sql = 'update feed_head set first_seq = last_seq + 2, last_seq = last_seq + 1'
    await context.database.execute({ label: 'skip', sql })
    hub.wake()
    await lost
    const behind = hubTold('proposals', 27)
    await tellMessages([book(8, 9, 200), ...new Array<NewMessage>(27).fill(large)])
    hub.wake()
    await behind
    await drainUntil(
      reader,
      reader.until(() => reader.seqsOf('proposals').length === 30),
    )
    const heard = reader.heard().flatMap<unknown>((message) => {
      if (message.type === 'resync') return ['resync']
      if (message.type !== 'book') return []
      const { prev, version, bids } = message.data
      return [[prev, version, bids.map(({ price }) => price)]]
    })
    expect(heard).toEqual([[4, 5, [300]], 'resync', [8, 9, [200]]])
    reader.subscriber.end()
  })
  test('behavior: a page larger than what may wait for a reader throws nobody out', async () => {
    await tell(times(60, 'proposals'), 24_000)
    hub.stop()
    hub = await createHub(context.database, silent, news)
    const reader = connect({ isQuick: true })
    await reader.subscriber.subscribe(['proposals'], place(0))
    await reader.has(60)
    expect(reader.seqsOf('proposals')).toEqual(Array.from({ length: 60 }, (_, i) => i + 1))
    expect(reader.closed()).toBeNull()
    reader.subscriber.end()
  })
  test('behavior: a block larger than what may wait for a live reader throws nobody out', async () => {
    const reader = connect({ isQuick: true })
    await reader.subscriber.subscribe(['proposals'], null)
    await tell(times(120, 'proposals'), 24_000)
    hub.wake()
    await reader.has(120)
    // It is live again: what comes next is told.
    await tell(['proposals'])
    hub.wake()
    await reader.has(121)
    expect(reader.seqsOf('proposals')).toEqual(Array.from({ length: 121 }, (_, i) => i + 1))
    expect(reader.closed()).toBeNull()
    reader.subscriber.end()
  })
  test('behavior: a reader to whom nothing leaves for four heartbeats is told where to go on', async () => {
    const reader = connect({ isQuick: false })
    await reader.subscriber.subscribe(['proposals'], null)
    await tell(times(4, 'proposals'), 40_000)
    hub.wake()
    await reader.has(2)
    for (let beat = 1; beat < 4; beat++) reader.subscriber.heartbeat(0)
    expect(reader.closed()).toBeNull()
    reader.subscriber.heartbeat(0)
    expect(reader.closed()).toBe('slow')
    expect(reader.said.at(-1)).toEqual({
      type: 'goodbye',
      reason: 'slow',
      retryMs: 1_000,
      resume: `${hub.place().epoch}-2`,
    })
  })
  test('behavior: who leaves before it has heard of another index resumes where it was in the one before', async () => {
    const real = hub
    const isLive = new Promise<void>((resolve) => {
      hub = {
        ...real,
        join(...given) {
          real.join(...given)
          resolve()
        },
      }
    })
    const reader = connect({ isQuick: false })
    await reader.subscriber.subscribe(['proposals'], null)
    await isLive
    const interrupted = new Promise<void>((resolve) =>
      real.join(
        { deliver: () => undefined, interrupt: () => resolve(), fail: () => undefined, cut: () => undefined },
        [],
      ),
    )
    await tell(times(6, 'proposals'), 40_000)
    hub.wake()
    await reader.has(2)
    const { epoch } = hub.place()
    const other = epoch === '0000abcd' ? '0000abce' : '0000abcd'
    await context.database.execute({ label: 'reindex', sql: `update feed_head set epoch = '${other}'` })
    hub.wake()
    await interrupted
    // Two more of the old ones leave; the word of the new index waits behind the last two.
    reader.drain()
    expect(reader.seqsOf('proposals')).toEqual([1, 2, 3, 4])
    reader.subscriber.goodbye()
    expect(reader.said.at(-1)).toMatchObject({ type: 'goodbye', resume: `${epoch}-4` })
  })
  test('behavior: who leaves goes on from the last head it was told, however long its channels were quiet', async () => {
    const reader = connect({ isQuick: true })
    await reader.subscriber.subscribe(['proposals'], null)
    await tell(['proposals', ...times(9, 'blocks')])
    hub.wake()
    await reader.has(1)
    await reader.subscriber.unsubscribe(['markets'])
    reader.subscriber.goodbye()
    expect(reader.said.at(-1)).toMatchObject({ type: 'goodbye', resume: `${hub.place().epoch}-10` })
  })
  test('behavior: who leaves while its first message waits goes on before it', async () => {
    const real = hub
    const isLive = new Promise<void>((resolve) => {
      hub = {
        ...real,
        join(...given) {
          real.join(...given)
          resolve()
        },
      }
    })
    const reader = connect({ isQuick: false })
    await reader.subscriber.subscribe(['proposals'], null)
    await isLive
    reader.subscriber.tell({ type: 'pong', id: 'x'.repeat(WIRE_BYTES), head: 'h-1' })
    const told = new Promise<void>((resolve) =>
      real.join(
        { deliver: () => resolve(), interrupt: () => undefined, fail: () => undefined, cut: () => undefined },
        ['proposals'],
      ),
    )
    await tell(['proposals'])
    hub.wake()
    await told
    reader.subscriber.goodbye()
    expect(reader.seqsOf('proposals')).toEqual([])
    expect(reader.said.at(-1)).toMatchObject({ type: 'goodbye', resume: `${real.place().epoch}-0` })
  })
  test('behavior: of another index nothing is kept back on a channel that was joined ahead of the one before', async () => {
    const real = hub
    const isLive = new Promise<void>((resolve) => {
      hub = {
        ...real,
        join(...given) {
          real.join(...given)
          resolve()
        },
      }
    })
    const reader = connect({ isQuick: true })
    await reader.subscriber.subscribe(['markets'], null)
    await isLive
    await tell(times(3, 'blocks'))
    // This process has not heard of them yet, and its reader has them from another.
    await reader.subscriber.subscribe(['blocks'], place(3))
    await tell(['blocks'])
    hub.wake()
    await reader.has(1)
    const other = real.place().epoch === '0000abcd' ? '0000abce' : '0000abcd'
    const sql = `update feed_head set epoch = '${other}', last_seq = 1`
    await context.database.execute({ label: 'empty-feed', sql: 'delete from feed' })
    await context.database.execute({ label: 'reindex', sql })
    hub.wake()
    await reader.until(() => reader.said.some(({ type }) => type === 'resync'))
    await tell(['blocks'])
    hub.wake()
    await reader.has(2)
    expect(reader.seqsOf('blocks')).toEqual([4, 2])
    reader.subscriber.end()
  })
  test('behavior: a channel that is left is told no more, and the others go on', async () => {
    const real = hub
    const isLive = new Promise<void>((resolve) => {
      hub = {
        ...real,
        join(...given) {
          real.join(...given)
          resolve()
        },
      }
    })
    const reader = connect({ isQuick: true })
    await reader.subscriber.subscribe(['blocks', 'markets'], null)
    await isLive
    await reader.subscriber.unsubscribe(['markets'])
    await tell(['markets', 'blocks'])
    hub.wake()
    await reader.has(1)
    expect([reader.seqsOf('markets'), reader.seqsOf('blocks')]).toEqual([[], [2]])
    reader.subscriber.end()
  })
  test('behavior: a reader to whom something leaves begins its four heartbeats anew', async () => {
    const reader = connect({ isQuick: false })
    await reader.subscriber.subscribe(['proposals'], null)
    await tell(times(4, 'proposals'), 40_000)
    hub.wake()
    await reader.has(2)
    for (let beat = 1; beat < 4; beat++) reader.subscriber.heartbeat(0)
    reader.drain()
    await reader.has(4)
    for (let beat = 1; beat < 4; beat++) reader.subscriber.heartbeat(0)
    expect(reader.closed()).toBeNull()
    reader.subscriber.heartbeat(0)
    expect(reader.closed()).toBe('slow')
  })
  test('behavior: a heartbeat tells no head before everything up to it has been told', async () => {
    await tell(times(4, 'blocks'), 40_000)
    hub.stop()
    hub = await createHub(context.database, silent, news)
    const reader = connect({ isQuick: false })
    // Whoever resumed from a head now would miss what it is about to ask for.
    reader.subscriber.heartbeat(0)
    expect(reader.said).toEqual([])
    await reader.subscriber.subscribe(['markets'], null)
    reader.subscriber.heartbeat(0)
    expect(reader.said.at(-1)).toMatchObject({ type: 'heartbeat', head: `${hub.place().epoch}-4` })
    const joined = reader.subscriber.subscribe(['blocks'], place(0))
    await reader.has(2)
    reader.subscriber.heartbeat(0)
    expect(reader.said.filter(({ type }) => type === 'heartbeat')).toHaveLength(1)
    reader.drain()
    await joined
    reader.drain()
    reader.subscriber.heartbeat(0)
    expect(reader.seqsOf('blocks')).toEqual([1, 2, 3, 4])
    expect(reader.said.filter(({ type }) => type === 'heartbeat')).toHaveLength(2)
    reader.subscriber.end()
  })
  test('behavior: the head of a pong has nothing untold before it, whatever was asked before the ping', async () => {
    await tell(['markets', ...times(4, 'blocks')], 40_000)
    hub.stop()
    hub = await createHub(context.database, silent, news)
    const reader = connect({ isQuick: false })
    await reader.subscriber.ping('before the first channel')
    expect(reader.said).toMatchObject([{ type: 'pong', head: `${hub.place().epoch}-5` }])
    reader.drain()
    const asked = [
      reader.subscriber.subscribe(['blocks'], place(1)),
      reader.subscriber.ping('first'),
      reader.subscriber.subscribe(['markets'], place(0)),
      reader.subscriber.ping('joined'),
    ]
    const isAll = reader.until(() => reader.seqsOf('blocks').length === 4)
    await drainUntil(reader, Promise.all([...asked, isAll]))
    await reader.subscriber.ping('at the end')
    reader.drain()
    const untold = new Set([1, 2, 3, 4, 5])
    const heads = reader.heard().flatMap((message) => {
      if ('seq' in message) untold.delete(message.seq)
      if (message.type !== 'pong' || message.id === 'before the first channel') return []
      const head = Number(message.head.split('-')[1])
      const hasMarkets = message.id !== 'first'
      return [[message.id, [...untold].filter((seq) => seq <= head && (hasMarkets || seq > 1))]]
    })
    expect(heads).toEqual([
      ['first', []],
      ['joined', []],
      ['at the end', []],
    ])
    expect(reader.said.at(-1)).toMatchObject({ type: 'pong', head: `${hub.place().epoch}-5` })
    reader.subscriber.end()
  })
  test('behavior: no heartbeat while a channel is joined, though nothing waits to leave', async () => {
    await tell(times(4, 'blocks'))
    hub.stop()
    hub = await createHub(context.database, silent, news)
    const turns = createFairQueue(1)
    let letGo = (): void => undefined
    /** Before a page is read, when one is wanted. */
    let isAsked = (): void => undefined
    const asked = new Promise<void>((resolve) => {
      isAsked = resolve
    })
    const pages: FairQueue = {
      run(caller, work) {
        const turn = turns.run(caller, work)
        isAsked()
        return turn
      },
    }
    const reader = connect({ isQuick: true, pages })
    await reader.subscriber.subscribe(['markets'], null)
    void turns.run('another', () => new Promise<void>((resolve) => (letGo = resolve)))
    const joined = reader.subscriber.subscribe(['blocks'], place(0))
    await asked
    // Whoever resumed from this head would never be told what is still to be read.
    reader.subscriber.heartbeat(0)
    expect(reader.said.filter(({ type }) => type === 'heartbeat')).toEqual([])
    letGo()
    await joined
    reader.subscriber.heartbeat(0)
    expect(reader.seqsOf('blocks')).toEqual([1, 2, 3, 4])
    expect(reader.said.filter(({ type }) => type === 'heartbeat')).toEqual([
      { type: 'heartbeat', head: `${hub.place().epoch}-4`, lagMs: 0 },
    ])
    reader.subscriber.end()
  })
  test('behavior: a channel that is joined later is told of the reorganisations since its cursor', async () => {
    await tell(['markets', '*', 'markets'])
    hub.stop()
    hub = await createHub(context.database, silent, news)
    const reader = connect({ isQuick: true })
    await reader.subscriber.subscribe(['blocks'], null)
    await reader.subscriber.subscribe(['markets'], place(0))
    expect([reader.seqsOf('markets'), reader.seqsOf('*')]).toEqual([[1, 3], [2]])
    reader.subscriber.end()
  })
  test('behavior: a message behind many pages of a channel with the same hash is told, to who resumes and to who joins', async () => {
    const [wanted, other] = alikeChannels
    await tellBlocks([...times(60, other), wanted].map((channel) => [channel]))
    hub.stop()
    hub = await createHub(context.database, silent, news)
    const resuming = connect({ isQuick: true })
    await resuming.subscriber.subscribe([wanted], place(0))
    await resuming.has(1)
    const joining = connect({ isQuick: true })
    await joining.subscriber.subscribe(['blocks'], null)
    await joining.subscriber.subscribe([wanted], place(0))
    for (const reader of [resuming, joining]) {
      expect([reader.seqsOf(wanted), reader.seqsOf(other)]).toEqual([[61], []])
      reader.subscriber.end()
    }
  })
  test('behavior: what was purged while a channel is joined is told as missing, not left out', async () => {
    await tell(times(1_200, 'markets'), 200)
    hub.stop()
    hub = await createHub(context.database, silent, news)
    const reader = connect({ isQuick: false })
    await reader.subscriber.subscribe(['blocks'], null)
    const joined = reader.subscriber.subscribe(['markets'], place(0))
    await reader.has(100)
    // The connection is full, the second page not read yet.
    await context.database.execute({
      label: 'test-purge',
      sql: 'update feed_head set first_seq = 1001',
    })
    let isOver = false
    void joined.then(() => {
      isOver = true
    })
    while (!isOver) {
      reader.drain()
      await new Promise<void>((resolve) => afterThisTurn(resolve))
    }
    reader.drain()
    expect(reader.seqsOf('markets')).toEqual(Array.from({ length: 500 }, (_, i) => i + 1))
    expect(reader.said.filter(({ type }) => type === 'resync')).toEqual([
      { type: 'resync', reason: 'too_old', head: `${hub.place().epoch}-1200` },
    ])
    reader.subscriber.end()
  })
  test('behavior: a channel that was left and is joined again begins where it is told to', async () => {
    await tell(times(2_000, 'markets'), 500)
    await tell(times(3, 'blocks'))
    hub.stop()
    hub = await createHub(context.database, silent, news)
    const reader = connect({ isQuick: false })
    await reader.subscriber.subscribe(['markets'], place(0))
    await reader.has(100)
    const asked = [
      reader.subscriber.subscribe(['blocks'], place(2_003)),
      reader.subscriber.unsubscribe(['blocks']),
      reader.subscriber.subscribe(['blocks'], place(0)),
    ]
    let isOver = false
    const isAll = () => reader.seqsOf('blocks').length >= 3
    void Promise.all([...asked, reader.until(isAll)]).then(() => {
      isOver = true
    })
    while (!isOver) {
      reader.drain()
      await new Promise<void>((resolve) => afterThisTurn(resolve))
    }
    expect(reader.seqsOf('blocks')).toEqual([2_001, 2_002, 2_003])
    reader.subscriber.end()
  })
  test('behavior: who is gone before its request is carried out is not joined again', async () => {
    const joined: string[][] = []
    const real = hub
    const wasJoined = new Promise<void>((resolve) => {
      hub = {
        ...real,
        join(reader, channels) {
          joined.push([...channels])
          real.join(reader, channels)
          resolve()
        },
      }
    })
    const { subscriber } = connect({ isQuick: true })
    await subscriber.subscribe(['blocks', 'markets'], null)
    await wasJoined
    const asked = subscriber.unsubscribe(['markets'])
    subscriber.end()
    await asked
    expect(joined).toEqual([['blocks', 'markets']])
  })
  test('behavior: of channels that were left nothing is kept', async () => {
    const reader = connect({ isQuick: true })
    await reader.subscriber.subscribe(['blocks'], place(0))
    collect()
    const before = process.memoryUsage().heapUsed
    for (let round = 0; round < 500; round++) {
      const channels = Array.from({ length: 90 }, (_, i) => `tx:${String(round * 100 + i).padStart(64, '0')}`)
      await reader.subscriber.subscribe(channels, place(0))
      await reader.subscriber.unsubscribe(channels)
      reader.said.length = 0
    }
    collect()
    expect(reader.subscriber.channels()).toEqual(['blocks'])
    // Their names alone are 3 MB.
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(2_000_000)
  })
  test('error: a hundred channels are the most, also when they are asked for at once', async () => {
    const reader = connect({ isQuick: true })
    const named = (from: number, count: number) =>
      Array.from({ length: count }, (_, i) => `tx:${String(from + i).padStart(64, '0')}`)
    const told = await Promise.allSettled([
      reader.subscriber.subscribe(named(0, 60), null),
      reader.subscriber.subscribe(named(60, 41), null),
      reader.subscriber.subscribe(named(60, 40), null),
    ])
    expect(told.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(reader.subscriber.channels()).toHaveLength(100)
    reader.subscriber.end()
  })
  test('behavior: channels that are joined while the first catch up: nothing is lost, nothing twice', async () => {
    const both = Array.from({ length: 2_000 }, (_, i) => (i % 2 === 0 ? 'blocks' : 'markets'))
    await tell(both, 500)
    hub.stop()
    hub = await createHub(context.database, silent, news)
    const reader = connect({ isQuick: false })
    await reader.subscriber.subscribe(['blocks'], place(0), 'first')
    // Both wait for the connection now: who catches up, and who joins.
    await reader.has(100)
    const joined = reader.subscriber.subscribe(['markets'], place(0), 'second')
    const isDone = reader.until(
      () => reader.seqsOf('blocks').length >= 1_000 && reader.seqsOf('markets').length >= 1_000,
    )
    let isOver = false
    void isDone.then(() => {
      isOver = true
    })
    while (!isOver) {
      reader.drain()
      await new Promise<void>((resolve) => afterThisTurn(resolve))
    }
    await joined
    expect(reader.seqsOf('blocks')).toEqual(Array.from({ length: 1_000 }, (_, i) => 2 * i + 1))
    expect(reader.seqsOf('markets')).toEqual(Array.from({ length: 1_000 }, (_, i) => 2 * i + 2))
    reader.subscriber.end()
  })
})

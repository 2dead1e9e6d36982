import { once } from 'node:events'
import { EventSource } from 'eventsource'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { createSeededRandom, randomBelow } from '../../src/kit/index.ts'
import { type Database, findFeedHead, listFeed } from '../../src/store/index.ts'
import { type ControlMessage, controlMessages, type FeedMessage, feedMessages } from '../../src/wire/index.ts'
import { catchUp, makeIndexer } from '../simulation/indexer/scenario.ts'
import { createStory } from '../simulation/indexer/story.ts'
import { type BreakingWire, startBreakingWire } from '../support/breaking-wire.ts'
import { type Child, startChild } from '../support/child.ts'
import { createTestDatabase, describeOnServer, type TestDatabase } from '../support/database.ts'
import { assertPromised } from '../support/promised-message.ts'
import { createWallet, mint } from '../support/wallet.ts'

type Message = FeedMessage | ControlMessage
type WireName = 'sse' | 'ws'

/** `npm run sim -- stream` makes a thousand. */
const CUTS = Number(process.env.SIBYL_STREAM_CUTS ?? 60)
/** A connection lives for so many bytes: often only for the greeting, mostly for some messages. */
const [SHORT, LONG] = [600, 24_000]

describeOnServer('streams of two replicas whose connections break', () => {
  const random = createSeededRandom('disconnects')
  const below = (bound: number): number => randomBelow(random, bound)
  const story = createStory()
  const replicas: { child: Child; port: number; wire: BreakingWire }[] = []
  let own: TestDatabase
  let database: Database
  let cuts = 0

  beforeAll(async () => {
    own = await createTestDatabase('server')
    database = await own.open()
    story.mine(150)
    await grow()
    for (let fork = 0; fork < 6; fork++) {
      story.fork(6, `fork ${fork}`)
      await grow()
      story.mine(10, `on ${fork}`)
      await grow()
    }
    const children = [0, 1].map(() => startChild('serve-streams', [JSON.stringify(own.options)]))
    for (const child of children) {
      const line = await child.nextLine()
      if (line === null) throw new Error(child.problems())
      const port = Number(line)
      const wire = await startBreakingWire(port, {
        lifeOf: () => (cuts < CUTS ? 1 + below(below(4) === 0 ? SHORT : LONG) : Number.POSITIVE_INFINITY),
        onBroken() {
          cuts += 1
        },
      })
      replicas.push({ child, port, wire })
    }
  })
  afterAll(async () => {
    for (const { child, wire } of replicas) {
      wire.close()
      await child.kill('SIGKILL')
    }
    await database.close()
    await own.drop()
  })

  const grow = (): Promise<void> => catchUp(makeIndexer(story.chain, database))
  const seqOf = (cursor: string): number => Number(cursor.split('-')[1])
  const url = (port: number): string => `http://127.0.0.1:${port}`

  /** One channel for each type of message, so that a connection can have them all. */
  async function channelsOfAllTypes(): Promise<string[]> {
    const rows = await database.query<{ type: string; channel: string }>({
      label: 'test-channels',
      sql: `select distinct on (2) split_part(line, ' ', 1) as channel, split_part(line, ' ', 2) as type
            from feed cross join lateral string_to_table(messages, E'\\n') as m (line)
            where not starts_with(line, '*') order by 2, 1`,
    })
    return [...new Set(['blocks', ...rows.map(({ channel }) => channel)])]
  }

  async function told(channels: readonly string[]): Promise<number[]> {
    const seqs: number[] = []
    for (let from = 0; ; ) {
      const { rows, hasMore } = await listFeed(database, from, { limit: 1_000, bytesMax: 2 ** 30 })
      for (const { channel, seq } of rows) if (channel === '*' || channels.includes(channel)) seqs.push(seq)
      if (!hasMore) return seqs
      from = rows.at(-1)!.seq
    }
  }

  async function* takeSse(port: number, channels: readonly string[], after: string): AsyncGenerator<Message> {
    let text = ''
    try {
      const response = await fetch(`${url(port)}/v1/stream?channels=${channels}`, {
        headers: { 'last-event-id': after },
      })
      expect(response.status).toBe(200)
      for await (const chunk of response.body!) {
        text += Buffer.from(chunk).toString('latin1')
        for (let end = text.indexOf('\n\n'); end !== -1; end = text.indexOf('\n\n')) {
          const data = /^data: (.*)$/m.exec(text.slice(0, end))?.[1]
          text = text.slice(end + 2)
          if (data !== undefined) yield JSON.parse(Buffer.from(data, 'latin1').toString())
        }
      }
    } catch (error) {
      // As fetch tells that a connection broke, before its answer or in it.
      if (!(error instanceof TypeError)) throw error
    }
  }

  async function* takeWs(port: number, channels: readonly string[], after: string): AsyncGenerator<Message> {
    const socket = new WebSocket(`${url(port).replace('http', 'ws')}/v1/ws`)
    const heard: (Message | null)[] = []
    let wake = (): void => undefined
    const hear = (message: Message | null): void => {
      heard.push(message)
      wake()
    }
    socket.on('open', () => socket.send(JSON.stringify({ op: 'subscribe', channels, after })))
    socket.on('message', (data: Buffer) => hear(JSON.parse(data.toString())))
    socket.on('error', () => undefined)
    socket.on('close', () => hear(null))
    try {
      for (;;) {
        const next = heard.shift()
        if (next === null) return
        if (next !== undefined) yield next
        else
          await new Promise<void>((resolve) => {
            wake = resolve
          })
      }
    } finally {
      socket.terminate()
    }
  }

  test('behavior: nothing is lost, nothing comes twice, order is kept, and every documented type comes', async () => {
    const channels = await channelsOfAllTypes()
    const { epoch } = await findFeedHead(database)
    const seen = new Set<string>()
    /** The message a reader may stop at, once the story is over. */
    let last = Number.POSITIVE_INFINITY

    /** Follows from the first message on, each time at a replica by chance, and goes on behind what it had. */
    async function read(wire: WireName): Promise<number[]> {
      const seqs: number[] = []
      const take = wire === 'sse' ? takeSse : takeWs
      for (let cursor = `${epoch}-0`; ; ) {
        const { port } = replicas[below(2)]!.wire
        for await (const message of take(port, channels, cursor)) {
          assertPromised(message)
          seen.add(message.type)
          if (message.type === 'resync') throw new Error(`after ${cursor}: ${JSON.stringify(message)}`)
          if ('seq' in message) {
            seqs.push(message.seq)
            cursor = `${message.epoch}-${message.seq}`
          } else if (message.type === 'heartbeat') cursor = message.head
          if (seqOf(cursor) >= last) return seqs
        }
      }
    }

    const readers = (['sse', 'ws', 'sse', 'ws'] as const).map(read)
    for (let turn = 0; turn < 8 || cuts < CUTS; turn++) {
      if (turn % 4 === 3) story.fork(1 + below(3), `cut ${turn}`)
      else story.mine(1 + below(2), `cut ${turn}`)
      await grow()
    }
    const expected = await told(channels)
    last = expected.at(-1)!
    for (const seqs of await Promise.all(readers)) expect(seqs.filter((seq) => seq <= last)).toEqual(expected)
    expect(cuts).toBeGreaterThanOrEqual(CUTS)

    for (const message of await hearTheRest()) {
      assertPromised(message)
      seen.add(message.type)
    }
    const documented = [...Object.keys(feedMessages), ...Object.keys(controlMessages)]
    expect(documented.filter((type) => !seen.has(type))).toEqual([])
  })

  test('behavior: the package eventsource comes again by itself and misses nothing', async () => {
    const { epoch } = await findFeedHead(database)
    const lives = [3_000, 5_000]
    let broken = 0
    const wire = await startBreakingWire(replicas[1]!.port, {
      lifeOf: () => lives.shift() ?? Number.POSITIVE_INFINITY,
      onBroken() {
        broken += 1
      },
    })
    const expected = await told(['blocks'])
    const source = new EventSource(`${url(wire.port)}/v1/stream?channels=blocks&after=${epoch}-0`)
    const got: number[] = []
    await new Promise<void>((resolve) => {
      source.onmessage = ({ data }) => {
        const message = JSON.parse(data) as Message
        if ('seq' in message) got.push(message.seq)
        if (got.length === expected.length) resolve()
      }
    })
    source.close()
    wire.close()
    expect(got).toEqual(expected)
    expect(broken).toBe(2)
  })

  /** What a connection says about itself, asked for on purpose; at last its replica ends. */
  async function hearTheRest(): Promise<Message[]> {
    const { port, child } = replicas[0]!
    const request = async (method: string, path: string, options: { json?: unknown } = {}) => {
      const body = JSON.stringify(options.json)
      const answer = await fetch(`${url(port)}${path}`, {
        method,
        headers: { 'content-type': 'application/json' },
        body,
      })
      const text = await answer.text()
      return { status: answer.status, headers: {}, body: text, json: () => JSON.parse(text) }
    }
    const { key } = await mint({ request }, createWallet())
    const socket = new WebSocket(`${url(port).replace('http', 'ws')}/v1/ws`)
    const heard: Message[] = []
    let wake = (): void => undefined
    socket.on('message', (data: Buffer) => {
      heard.push(JSON.parse(data.toString()))
      wake()
    })
    const until = async (type: Message['type']): Promise<void> => {
      while (!heard.some((message) => message.type === type))
        await new Promise<void>((resolve) => {
          wake = resolve
        })
    }
    const closed = once(socket, 'close')
    await once(socket, 'open')
    const requests = [
      { op: 'auth', key },
      { op: 'shout' },
      { op: 'subscribe', channels: ['blocks'], after: '00000000-1' },
      { op: 'ping' },
    ]
    for (const request of requests) socket.send(JSON.stringify(request))
    for (const type of ['authenticated', 'error', 'resync', 'subscribed', 'pong', 'heartbeat'] as const)
      await until(type)
    child.process.kill('SIGTERM')
    await closed
    return heard
  }
})

import { once } from 'node:events'
import { connect } from 'node:net'
import { EventSource } from 'eventsource'
import { Check } from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { createIndexView } from '../../src/api/index.ts'
import { createClient } from '../../src/client/index.ts'
import { createSeededRandom, Fault, randomBelow, systemClock } from '../../src/kit/index.ts'
import { type Database, type FeedRow, findFeedHead, listFeed } from '../../src/store/index.ts'
import { type ControlMessage, controlMessages, type FeedMessage, feedEnvelope } from '../../src/wire/index.ts'
import { catchUp, makeIndexer } from '../simulation/indexer/scenario.ts'
import { createStory, type Story } from '../simulation/indexer/story.ts'
import { createTestApi, type TestApi } from '../support/api.ts'
import { describeOnBothDatabases } from '../support/database.ts'
import { createWallet, mint } from '../support/wallet.ts'

type Message = FeedMessage | ControlMessage

describeOnBothDatabases('stream', (context) => {
  const replicas: { api: TestApi; url: string }[] = []
  let story: Story
  /** Called once, before the second replica is told whose key it was shown. */
  let holdKeyLookup: (() => Promise<void>) | null = null

  beforeAll(async () => {
    story = createStory()
    story.mine(60)
    await grow()
    const { database } = context
    const held: Database = {
      ...database,
      points: {
        async query(statement) {
          if (statement.label === 'find-api-key-by-hash') await holdKeyLookup?.()
          return database.points.query(statement)
        },
      },
    }
    for (const shown of [database, held]) {
      const api = await createTestApi({ database: shown })
      const { host, port } = await api.api.start()
      replicas.push({ api, url: `http://${host}:${port}` })
    }
  })
  afterAll(async () => {
    for (const { api } of replicas) await api.close()
  })

  const grow = async (): Promise<void> => {
    await catchUp(makeIndexer(story.chain, context.database))
    for (const { api } of replicas) api.api.wakeStreams()
  }
  const more = async (blocks = 1): Promise<void> => {
    story.mine(blocks)
    await grow()
  }
  const head = async (): Promise<string> => {
    const { epoch, lastSeq } = await findFeedHead(context.database)
    return `${epoch}-${lastSeq}`
  }
  const told = async (after: number, channels: readonly string[]): Promise<FeedRow[]> => {
    const rows: FeedRow[] = []
    for (let from = after; ; ) {
      const { rows: page } = await listFeed(context.database, from, { limit: 1_000, bytesMax: 2 ** 30 })
      rows.push(...page.filter(({ channel }) => channel === '*' || channels.includes(channel)))
      if (page.length < 1_000) return rows
      from = page.at(-1)!.seq
    }
  }
  const busyMarkets = async (count: number): Promise<string[]> => {
    const rows = await context.database.query<{ address: string }>({
      label: 'test-markets',
      sql: `select market_address as address from markets order by trade_count desc, id limit ${count}`,
    })
    return rows.map(({ address }) => address)
  }
  const seqOf = (cursor: string): number => Number(cursor.split('-')[1])

  /** Opens a WebSocket and keeps what it says. */
  async function openWs(at: number | string = 0) {
    const url = typeof at === 'string' ? at : `${replicas[at]!.url.replace('http', 'ws')}/v1/ws`
    const socket = new WebSocket(url)
    const heard: Message[] = []
    const waiting = new Set<() => void>()
    socket.on('message', (data: Buffer) => {
      heard.push(JSON.parse(data.toString()))
      for (const wake of waiting) wake()
    })
    await once(socket, 'open')
    async function until<T extends Message['type']>(
      type: T,
      fits: (message: Extract<Message, { type: T }>) => boolean = () => true,
    ) {
      for (;;) {
        const found = heard.find(
          (message): message is Extract<Message, { type: T }> =>
            message.type === type && fits(message as Extract<Message, { type: T }>),
        )
        if (found) return found
        await new Promise<void>((resolve) => waiting.add(resolve))
      }
    }
    return { socket, heard, until, say: (message: object) => socket.send(JSON.stringify(message)) }
  }

  test('default: server-sent events, with the package eventsource, are the feed in order', async () => {
    const before = await head()
    const source = new EventSource(`${replicas[0]!.url}/v1/stream?channels=blocks,markets&after=${before}`)
    const got: FeedMessage[] = []
    const done = new Promise<void>((resolve) => {
      source.onmessage = ({ data, lastEventId }) => {
        const message = JSON.parse(data) as Message
        if (!('seq' in message)) {
          expect(Check(controlMessages[message.type], message)).toBe(true)
          return
        }
        expect(lastEventId).toBe(`${message.epoch}-${message.seq}`)
        expect(Check(feedEnvelope(message.type), message)).toBe(true)
        got.push(message)
        if (message.type === 'block' && message.data.height === story.chain.main.length - 1) resolve()
      }
    })
    await more(3)
    await done
    source.close()
    const rows = await told(seqOf(before), ['blocks', 'markets'])
    expect(got.map(({ seq }) => seq)).toEqual(rows.map(({ seq }) => seq))
    expect(got.map(({ data }) => data)).toEqual(rows.map(({ data }) => JSON.parse(data)))
  })

  test('behavior: the connection of a stream is for no other request, which a proxy is told', async () => {
    const stop = new AbortController()
    const { headers } = await fetch(`${replicas[0]!.url}/v1/stream?channels=blocks`, { signal: stop.signal })
    stop.abort()
    expect(headers.get('connection')).toBe('close')
  })
  test('default: over a WebSocket, with the package ws, requests are answered and the feed follows', async () => {
    const ws = await openWs()
    ws.say({ op: 'subscribe', id: 'a', channels: ['blocks'] })
    const subscribed = await ws.until('subscribed')
    expect(subscribed).toEqual({
      ...{ type: 'subscribed', id: 'a', channels: ['blocks'], head: await head() },
      blockHeight: story.chain.main.length - 1,
    })
    ws.say({ op: 'ping', id: 'b' })
    expect((await ws.until('pong')).id).toBe('b')
    await more()
    const block = await ws.until('block')
    expect(block.data.height).toBe(story.chain.main.length - 1)
    ws.say({ op: 'unsubscribe', id: 'c', channels: ['blocks'] })
    expect((await ws.until('subscribed', ({ id }) => id === 'c')).channels).toEqual([])
    ws.socket.close()
  })

  test('behavior: channels that are joined later catch up from their cursor', async () => {
    const { epoch } = await findFeedHead(context.database)
    const ws = await openWs()
    ws.say({ op: 'subscribe', id: 'a', channels: ['blocks'] })
    await ws.until('subscribed')
    ws.say({ op: 'subscribe', id: 'b', channels: ['markets'], after: `${epoch}-0` })
    const both = await ws.until('subscribed', ({ id }) => id === 'b')
    expect(both.channels).toEqual(['blocks', 'markets'])
    const rows = (await told(0, ['markets'])).filter(({ channel }) => channel === 'markets')
    const got = ws.heard.filter((message) => 'seq' in message && message.channel === 'markets')
    expect(got.map((message) => 'seq' in message && message.seq)).toEqual(rows.map(({ seq }) => seq))
    ws.socket.close()
  })

  test('error: an unknown channel, a foreign cursor and a strange message are refused in the usual shape', async () => {
    const answer = await replicas[0]!.api.request('GET', '/v1/stream?channels=weather')
    expect([answer.status, answer.json().code, answer.json().details.field]).toEqual([
      400,
      'INVALID_REQUEST',
      'channels',
    ])
    const cursor = await replicas[0]!.api.request('GET', '/v1/stream?channels=blocks&after=7')
    expect([cursor.status, cursor.json().details.field]).toEqual([400, 'after'])
    const plain = await replicas[0]!.api.api.inject({ method: 'GET', url: '/v1/ws' })
    expect([plain.statusCode, plain.json().code]).toEqual([400, 'INVALID_REQUEST'])
    const ws = await openWs()
    ws.say({ op: 'subscribe', id: 'x', channels: ['weather'] })
    const { id, error } = await ws.until('error')
    expect([id, error.statusCode, error.code]).toEqual(['x', 400, 'INVALID_REQUEST'])
    ws.socket.send('no json')
    expect((await ws.until('error', (message) => message.id === undefined)).error.code).toBe(
      'INVALID_REQUEST',
    )
    ws.say({ op: 'auth', id: 'k', key: 'sibyl_live_nonsense' })
    expect((await ws.until('error', (message) => message.id === 'k')).error.code).toBe('UNAUTHORIZED')
    ws.socket.close()
  })

  test('behavior: what cannot be continued is told, with the head to go on from', async () => {
    const { epoch, lastSeq } = await findFeedHead(context.database)
    const cases = [
      [`00000000-${lastSeq}`, 'other_epoch'],
      [`${epoch}-${lastSeq + 1_000}`, 'ahead'],
    ] as const
    for (const [after, reason] of cases) {
      const ws = await openWs()
      ws.say({ op: 'subscribe', channels: ['blocks'], after })
      expect(await ws.until('resync')).toEqual({ type: 'resync', reason, head: `${epoch}-${lastSeq}` })
      ws.socket.close()
    }
  })

  test('behavior: with the database away a connection that asks for channels ends, and goes on when it comes again', async () => {
    let isAway = false
    const { points } = context.database
    const database: Database = {
      ...context.database,
      points: {
        query: (statement) =>
          isAway ? Promise.reject(new Fault('database', 'away')) : points.query(statement),
      },
    }
    const api = await createTestApi({ database })
    const { host, port } = await api.api.start()
    const after = await head()
    await more()
    isAway = true
    const first = await openWs(`ws://${host}:${port}/v1/ws`)
    first.say({ op: 'subscribe', id: 'a', channels: ['blocks'], after })
    const { id, error } = await first.until('error')
    expect([id, error.code, error.details]).toEqual(['a', 'UNAVAILABLE', { reason: 'database' }])
    const [code] = await once(first.socket, 'close')
    expect(code).toBe(1013)
    isAway = false
    const again = await openWs(`ws://${host}:${port}/v1/ws`)
    again.say({ op: 'subscribe', channels: ['blocks'], after })
    expect((await again.until('block')).data.height).toBe(story.chain.main.length - 1)
    again.socket.close()
    await api.close()
  })

  const ask = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`
  test.each([
    ['a document, three times', ask('/asyncapi.json').repeat(3)],
    ['what nobody can expect', 'GET /health HTTP/1.1\r\nHost: a\r\nExpect: tea\r\n\r\n'],
  ])('error: %s, asked behind a stream, ends its connection, and no place is held', async (_what, behind) => {
    const { api, url } = replicas[0]!
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write(ask('/v1/stream?channels=blocks'))
    const [first] = await once(socket, 'data')
    expect(String(first)).toContain('text/event-stream')
    expect(api.api.requestIdsInFlight()).toHaveLength(1)
    socket.write(behind)
    await once(socket, 'close')
    expect(api.api.requestIdsInFlight()).toEqual([])
  })
  test('error: a stream behind an answer that is not out is refused', async () => {
    const { url } = replicas[0]!
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    socket.write(`${ask('/v1/markets?limit=1')}${ask('/v1/stream?channels=blocks')}`)
    let heard = ''
    socket.on('data', (bytes: Buffer) => {
      heard += bytes.toString()
      if (heard.includes('"code":')) socket.destroy()
    })
    await once(socket, 'close')
    const [, body] = /\r\n\r\n(\{"statusCode".*)$/s.exec(heard) ?? []
    expect(JSON.parse(body!)).toEqual({
      statusCode: 400,
      code: 'INVALID_REQUEST',
      message: 'a stream needs a connection of its own: send nothing else on it',
      details: { field: 'request', received: null },
    })
  })

  const webSocket =
    'Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=='
  test.each([
    ['another protocol', '/health', 'Upgrade: h2c\r\nHTTP2-Settings: AAMAAABk', 200],
    ['a WebSocket where none is', '/health', webSocket, 200],
    ['a WebSocket where nothing is', '/v1/wss', webSocket, 404],
    ['a WebSocket', '/v1/ws/?x#y', webSocket, 101],
  ])('behavior: an offer of %s is answered', async (_what, path, upgrade, status) => {
    const socket = connect(Number(new URL(replicas[0]!.url).port), '127.0.0.1')
    socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\n${upgrade}\r\n\r\n`)
    const [first] = await once(socket, 'data')
    expect(String(first).split(' ')[1]).toBe(String(status))
    if (status === 101) socket.destroy()
    else await once(socket, 'end')
  })

  test('behavior: pings are answered and count as messages; beyond the limit one refusal is told, and no more', async () => {
    const ws = await openWs(1)
    let pongs = 0
    ws.socket.on('pong', () => {
      pongs += 1
    })
    for (let i = 0; i < 30; i++) ws.socket.ping()
    for (let i = 0; i < 100; i++) ws.say({ op: 'ping', id: `${i}` })
    const [code] = await once(ws.socket, 'close')
    expect([code, pongs]).toEqual([4429, 30])
    expect(ws.heard.filter(({ type }) => type === 'pong')).toHaveLength(30)
    expect(ws.heard.slice(30)).toMatchObject([
      { type: 'error', error: { code: 'RATE_LIMITED', details: { reason: 'messages', limit: 60 } } },
    ])
  })

  test('behavior: pongs that nobody asked for count as messages', async () => {
    const ws = await openWs(1)
    for (let i = 0; i < 61; i++) ws.socket.pong()
    const [code] = await once(ws.socket, 'close')
    expect(code).toBe(4429)
  })

  test('behavior: who leaves while it is admitted takes no place', async () => {
    const { key } = await mint(replicas[1]!.api, createWallet())
    let letGo = (): void => undefined
    const isAsked = new Promise<void>((resolve) => {
      holdKeyLookup = () => {
        holdKeyLookup = null
        resolve()
        return new Promise((go) => (letGo = go))
      }
    })
    const { url } = replicas[1]!
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    await once(socket, 'connect')
    socket.write(`GET /v1/stream?channels=blocks HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n\r\n`)
    await isAsked
    socket.resetAndDestroy()
    await once(socket, 'close')
    // What comes and is answered after it tells that its end has been seen.
    await (await fetch(`${url}/v1/limits`)).text()
    letGo()
    const streams = Array.from({ length: 100 }, () => new AbortController())
    const statuses = []
    for (const { signal } of streams) {
      const options = { headers: { authorization: `Bearer ${key}` }, signal }
      statuses.push((await fetch(`${url}/v1/stream?channels=blocks`, options)).status)
    }
    for (const stream of streams) stream.abort()
    expect(statuses).toEqual(streams.map(() => 200))
  })

  test('error: two streams asked for at once on one connection are refused, and take no place', async () => {
    const { key } = await mint(replicas[1]!.api, createWallet())
    const { url } = replicas[1]!
    const headers = { authorization: `Bearer ${key}` }
    const line = `GET /v1/stream?channels=blocks HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n\r\n`
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    let heard = ''
    socket.on('data', (bytes: Buffer) => {
      heard += bytes.toString()
      if (heard.split('"code":"INVALID_REQUEST"').length === 3) socket.destroy()
    })
    socket.write(line.repeat(2))
    await once(socket, 'close')
    const ending = new AbortController()
    // An answer that nobody holds is ended by the collection of garbage, and makes room.
    const held: Response[] = []
    const open = async () => {
      held.push(await fetch(`${url}/v1/stream?channels=blocks`, { headers, signal: ending.signal }))
      return held.at(-1)?.status
    }
    for (let i = 0; i < 100; i++) expect(await open()).toBe(200)
    expect(await open()).toBe(429)
    ending.abort()
  })

  test('behavior: an address has 20 streams, and one that ends makes room', async () => {
    const open = []
    for (let i = 0; i < 20; i++) open.push(await openWs(1))
    const beyond = await openWs(1)
    const { error } = await beyond.until('error')
    expect(error).toMatchObject({ code: 'RATE_LIMITED', details: { reason: 'connections', limit: 20 } })
    const refused = await fetch(`${replicas[1]!.url}/v1/stream?channels=blocks`)
    expect(refused.status).toBe(429)
    await refused.text()
    // Once it has said whose it is, it is the key's.
    const { key } = await mint(replicas[1]!.api, createWallet())
    open[0]!.say({ op: 'auth', key })
    await open[0]!.until('authenticated')
    open.push(await openWs(1))
    const isOpen = async (ws: Awaited<ReturnType<typeof openWs>>): Promise<void> => {
      ws.say({ op: 'ping', id: 'p' })
      expect((await ws.until('pong')).id).toBe('p')
    }
    await isOpen(open.at(-1)!)
    for (const { socket } of open) {
      socket.close()
      await once(socket, 'close')
    }
    const after = await openWs(1)
    await isOpen(after)
    after.socket.close()
  })

  test('behavior: forced disconnects on both wires and two replicas: nothing lost, nothing twice, order kept', async () => {
    const random = createSeededRandom('disconnects')
    const below = (bound: number) => randomBelow(random, bound)
    const channels = ['blocks', 'markets', ...(await busyMarkets(2)).map((address) => `market:${address}`)]
    const start = await head()
    const cuts = 30
    let made = 0
    const seqs: Record<'sse' | 'ws', number[]> = { sse: [], ws: [] }
    /** The message a reader may stop at, once the story is over. */
    let last = Number.POSITIVE_INFINITY

    /** Takes a few messages, cuts the line, and goes on at a replica by chance. */
    async function reader(wire: 'sse' | 'ws'): Promise<void> {
      let cursor = start
      for (; seqOf(cursor) < last; made++) {
        const { url } = replicas[below(2)]!
        const patience = made < cuts ? below(25) : Number.POSITIVE_INFINITY
        const seen = wire === 'sse' ? takeSse(url, cursor) : takeWs(url, cursor)
        let count = 0
        for await (const message of seen) {
          if ('seq' in message) {
            seqs[wire].push(message.seq)
            cursor = `${message.epoch}-${message.seq}`
            count += 1
          }
          if (count >= patience || seqOf(cursor) >= last) break
        }
      }
    }
    async function* takeSse(url: string, after: string): AsyncGenerator<Message> {
      const cut = new AbortController()
      const response = await fetch(`${url}/v1/stream?channels=${channels}&after=${after}`, {
        signal: cut.signal,
      })
      let text = ''
      try {
        for await (const chunk of response.body!) {
          text += Buffer.from(chunk).toString()
          for (let end = text.indexOf('\n\n'); end !== -1; end = text.indexOf('\n\n')) {
            const data = /^data: (.*)$/m.exec(text.slice(0, end))?.[1]
            text = text.slice(end + 2)
            if (data !== undefined) yield JSON.parse(data)
          }
        }
      } finally {
        cut.abort()
      }
    }
    async function* takeWs(url: string, after: string): AsyncGenerator<Message> {
      const socket = new WebSocket(`${url.replace('http', 'ws')}/v1/ws`)
      const heard: Message[] = []
      let wake = (): void => undefined
      socket.on('message', (data: Buffer) => {
        heard.push(JSON.parse(data.toString()))
        wake()
      })
      await once(socket, 'open')
      socket.send(JSON.stringify({ op: 'subscribe', channels, after }))
      try {
        for (;;) {
          for (let next = heard.shift(); next; next = heard.shift()) yield next
          await new Promise<void>((resolve) => {
            wake = resolve
          })
        }
      } finally {
        socket.terminate()
      }
    }

    const readers = [reader('sse'), reader('ws')]
    for (let turn = 0; turn < 12 || made < cuts; turn++) {
      if (turn % 4 === 3) story.fork(1 + below(3), `fork ${turn}`)
      else story.mine(1 + below(2))
      await grow()
    }
    const expected = (await told(seqOf(start), channels)).map(({ seq }) => seq)
    last = expected.at(-1)!
    // One more, so that a reader who has them all hears something and stops.
    story.mine(1)
    await grow()
    await Promise.all(readers)
    expect(made).toBeGreaterThanOrEqual(cuts)
    const heard = (wire: 'sse' | 'ws') => seqs[wire].filter((seq) => seq <= last)
    expect(heard('sse')).toEqual(expected)
    expect(heard('ws')).toEqual(expected)
  })

  test('behavior: the client follows and resumes, and its book is the service’s', async () => {
    const [market] = await busyMarkets(1)
    const client = createClient({ url: replicas[0]!.url })
    const stop = new AbortController()
    const after = await head()
    const got: number[] = []
    const last = story.chain.main.length + 2
    const following = (async () => {
      for await (const message of client.stream({ channels: ['blocks'], after, signal: stop.signal })) {
        if (message.type === 'resync') throw new Error('nothing was lost')
        if (message.type !== 'block') continue
        got.push(message.data.height)
        if (message.data.height === last) return
      }
    })()
    let wanted: string | null = null
    let shown = ''
    let check = (): void => undefined
    const isEqual = new Promise<void>((resolve) => {
      check = () => {
        if (shown === wanted) resolve()
      }
    })
    const keeping = (async () => {
      for await (const { bids, asks } of client.book(market!, { signal: stop.signal })) {
        shown = JSON.stringify({ bids, asks })
        check()
      }
    })()
    await more()
    await more()
    await more()
    await following
    expect(got).toEqual([last - 2, last - 1, last])
    const whole = await client.markets.orderBook({ address: market!, depth: 999 })
    wanted = JSON.stringify({ bids: whole.yes.bids, asks: whole.yes.asks })
    check()
    await isEqual
    stop.abort()
    await keeping
  })

  test('F44 error: a feed that cannot be read ends who reads it then, logged as a bug, and nobody else', async () => {
    const { api, url } = replicas[0]!
    const { epoch } = await findFeedHead(context.database)
    const rename = (table: string, from: string, to: string) =>
      context.database.execute({
        label: 'test-rename',
        sql: `alter table ${table} rename column ${from} to ${to}`,
      })
    const before = api.observations.length
    await rename('feed_head', 'first_seq', 'hidden')
    const unread = fetch(`${url}/v1/stream?channels=blocks`).then((answer) => answer.text())
    expect(await unread).not.toContain('subscribed')
    const asking = await openWs()
    const refused = once(asking.socket, 'close')
    asking.say({ op: 'subscribe', channels: ['blocks'], after: `${epoch}-0` })
    expect((await refused)[0]).toBe(1011)
    await rename('feed_head', 'hidden', 'first_seq')
    // Only now: whoever is live is read for every second, and would be cut with the others.
    const live = await openWs()
    live.say({ op: 'subscribe', channels: ['blocks'] })
    await live.until('subscribed')
    await more()
    await live.until('block')
    await rename('feed_channels', 'last_seq', 'hidden')
    const ws = await openWs()
    const closed = once(ws.socket, 'close')
    ws.say({ op: 'subscribe', channels: ['blocks'], after: `${epoch}-0` })
    expect((await closed)[0]).toBe(1011)
    const sse = await fetch(`${url}/v1/stream?channels=blocks&after=${epoch}-0`)
    expect(await sse.text()).not.toContain('"type":"block"')
    await rename('feed_channels', 'hidden', 'last_seq')
    // What the feed's own reader met meanwhile is nobody's request.
    const bugs = api.observations.slice(before).flatMap((seen) => (seen.kind === 'bug' ? [seen] : []))
    const routes = bugs.filter(({ requestId }) => requestId !== null).map(({ route }) => route)
    expect(routes).toEqual(['/v1/stream', '/v1/ws', '/v1/ws', '/v1/stream'])
    const { height } = story.chain.main.at(-1)!
    await more()
    expect((await live.until('block', ({ data }) => data.height === height + 1)).type).toBe('block')
    const cut = once(live.socket, 'close')
    await rename('feed_head', 'epoch', 'hidden')
    expect((await cut)[0]).toBe(1011)
    await rename('feed_head', 'hidden', 'epoch')
  })

  test('behavior: what a stream has told is older than nothing that its process shows', async () => {
    // Looks by itself once an hour; nobody tells this process that the feed has grown.
    const index = createIndexView({ database: context.database, clock: systemClock, ageMaxMs: 3_600_000 })
    const extra = await createTestApi({ database: context.database, parts: { index } })
    const { host, port } = await extra.api.start()
    replicas.push({ api: extra, url: `http://${host}:${port}` })
    const height = async () => Number((await extra.request('GET', '/v1/stats')).headers['x-block-height'])
    const mine = async () => {
      story.mine(1)
      await catchUp(makeIndexer(story.chain, context.database))
    }
    const before = await height()
    await mine()
    const ws = await openWs(2)
    ws.say({ op: 'subscribe', channels: ['blocks'] })
    await ws.until('subscribed')
    expect(await height()).toBe(before + 1)
    await mine()
    await ws.until('block', ({ data }) => data.height === before + 2)
    expect(await height()).toBe(before + 2)
    replicas.pop()
    await extra.close()
  })

  test('behavior: who stops says goodbye and where to go on', async () => {
    const extra = await createTestApi({ database: context.database })
    const { host, port } = await extra.api.start()
    replicas.push({ api: extra, url: `http://${host}:${port}` })
    const ws = await openWs(2)
    ws.say({ op: 'subscribe', channels: ['blocks'] })
    const { head: place } = await ws.until('subscribed')
    const closed = once(ws.socket, 'close')
    replicas.pop()
    await extra.close()
    expect(await ws.until('goodbye')).toEqual({
      type: 'goodbye',
      reason: 'stopping',
      retryMs: 1_000,
      resume: place,
    })
    expect((await closed)[0]).toBe(1001)
  })
})

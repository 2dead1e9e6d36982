import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { systemTimers, type Timers } from '../../src/kit/index.ts'
import { findFeedHead } from '../../src/store/index.ts'
import { purgeFeed } from '../../src/store/writes/indexer.ts'
import { controlMessages, feedChannels, feedMessages } from '../../src/wire/index.ts'
import { catchUp, makeIndexer } from '../simulation/indexer/scenario.ts'
import { createStory, type Story } from '../simulation/indexer/story.ts'
import { createTestApi, type TestApi } from '../support/api.ts'
import { describeOnBothDatabases } from '../support/database.ts'
import { assertPromised } from '../support/promised-message.ts'
import { createWallet, mint } from '../support/wallet.ts'

// biome-ignore lint/suspicious/noExplicitAny: every message is held against its schema before it is looked into.
type Message = any

describeOnBothDatabases('messages of the stream', (context) => {
  let api: TestApi
  let url = ''
  let story: Story
  /** What the house would do by itself every so often. */
  const beats: (() => void)[] = []
  const timers: Timers = {
    ...systemTimers,
    every(ms, work) {
      if (ms === 15_000) beats.push(work)
      // Nor is the feed looked at by itself: the test says when.
      return ms === 15_000 || ms === 1_000 ? () => undefined : systemTimers.every(ms, work)
    },
  }

  beforeAll(async () => {
    story = createStory()
    story.mine(150)
    await grow()
    for (let fork = 0; fork < 6; fork++) {
      story.fork(6, `fork ${fork}`)
      await grow()
      story.mine(10, `on ${fork}`)
      await grow()
    }
    api = await createTestApi({ database: context.database, parts: { timers } })
    const { host, port } = await api.api.start()
    url = `ws://${host}:${port}/v1/ws`
  })
  afterAll(() => api?.close())

  const grow = async (): Promise<void> => {
    await catchUp(makeIndexer(story.chain, context.database))
    api?.api.wakeStreams()
  }

  async function open() {
    const socket = new WebSocket(url)
    const heard: Message[] = []
    let wake = (): void => undefined
    socket.on('message', (data: Buffer) => {
      heard.push(JSON.parse(data.toString()))
      wake()
    })
    await once(socket, 'open')
    const until = async (fits: (message: Message) => boolean): Promise<Message> => {
      for (;;) {
        const found = heard.find(fits)
        if (found) return found
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    }
    return { socket, heard, until, say: (message: object) => socket.send(JSON.stringify(message)) }
  }

  test('behavior: every documented type is told, on the channels it is documented on, as documented', async () => {
    const { epoch, lastSeq } = await findFeedHead(context.database)
    const channels = await context.database.query<{ type: string; channel: string }>({
      label: 'test-channels',
      sql: `select distinct split_part(line, ' ', 1) as channel, split_part(line, ' ', 2) as type
            from feed cross join lateral string_to_table(messages, E'\\n') as m (line)
            where not starts_with(line, '*')`,
    })
    for (const { type, channel } of channels)
      if (type !== 'removed')
        expect(feedChannels[type as keyof typeof feedChannels]).toContain(
          channel.replace(/^(market|wallet|oracle):.*/, '$1:{address}').replace(/^tx:.*/, 'tx:{txId}'),
        )
    const wanted = [...new Map(channels.map(({ type, channel }) => [type, channel])).values(), 'blocks']
    const ws = await open()
    ws.say({ op: 'subscribe', id: 's', channels: [...new Set(wanted)], after: `${epoch}-0` })
    await ws.until((message) => message.seq === lastSeq || message.data?.version !== undefined)
    ws.say({ op: 'ping', id: 'p' })
    ws.say({ op: 'shout', id: 'e' })
    ws.say({ op: 'auth', id: 'k', key: (await mint(api, createWallet())).key })
    await ws.until((message) => message.type === 'authenticated')
    await ws.until((message) => message.seq === lastSeq)
    for (const beat of beats) beat()
    await ws.until((message) => message.type === 'heartbeat')
    const lost = await open()
    lost.say({ op: 'subscribe', channels: ['blocks'], after: `00000000-${lastSeq}` })
    await lost.until((message) => message.type === 'resync')
    lost.socket.close()

    const extra = await createTestApi({ database: context.database })
    const { host, port } = await extra.api.start()
    const parting = new WebSocket(`ws://${host}:${port}/v1/ws`)
    const goodbyes: Message[] = []
    parting.on('message', (data: Buffer) => goodbyes.push(JSON.parse(data.toString())))
    await once(parting, 'open')
    const closed = once(parting, 'close')
    await extra.close()
    await closed

    const all = [...ws.heard, ...lost.heard, ...goodbyes]
    for (const message of all) assertPromised(message)
    const seen = new Set(all.map(({ type }) => type))
    expect(
      [...Object.keys(feedMessages), ...Object.keys(controlMessages)].filter((type) => !seen.has(type)),
    ).toEqual([])
    const seqs = ws.heard.filter(({ seq }) => seq !== undefined).map(({ seq }) => seq)
    expect(seqs).toEqual([...new Set(seqs)].sort((a, b) => a - b))
    ws.socket.close()
  })

  test('behavior: what is no longer kept is told as too old, and what was lost on the way as a gap', async () => {
    const live = await open()
    live.say({ op: 'subscribe', channels: ['blocks'] })
    await live.until((message) => message.type === 'subscribed')
    const { epoch, lastSeq } = await findFeedHead(context.database)
    // Everything goes while nobody tells the house, and then it goes on.
    story.mine(3, 'later')
    await catchUp(makeIndexer(story.chain, context.database))
    while (await purgeFeed(context.database, { beforeMs: Number.MAX_SAFE_INTEGER, rowsMax: 0 }));
    const head = await findFeedHead(context.database)
    expect(head).toMatchObject({ epoch, firstSeq: head.lastSeq + 1 })
    const sql = 'select (select count(*) from feed) as pages, (select count(*) from feed_channels) as entries'
    expect(await context.database.query({ label: 'test-left', sql })).toEqual([{ pages: 0, entries: 0 }])
    api.api.wakeStreams()
    const resync = await live.until((message) => message.type === 'resync')
    expect(resync).toEqual({ type: 'resync', reason: 'gap', head: `${epoch}-${head.lastSeq}` })
    const late = await open()
    late.say({ op: 'subscribe', channels: ['blocks'], after: `${epoch}-${lastSeq}` })
    expect(await late.until((message) => message.type === 'resync')).toEqual({
      type: 'resync',
      reason: 'too_old',
      head: `${epoch}-${head.lastSeq}`,
    })
    // Both go on from the head.
    story.mine(1, 'later')
    await grow()
    for (const ws of [live, late]) {
      const block = await ws.until((message) => message.type === 'block' && message.seq > head.lastSeq)
      expect(block.data.height).toBe(story.chain.main.length - 1)
      ws.socket.close()
    }
  })

  test('behavior: one that asks for nothing hears nothing and stays, however often the house beats', async () => {
    const ws = await open()
    for (let n = 0; n < 10; n++) {
      for (const beat of beats) beat()
      ws.say({ op: 'ping', id: `${n}` })
      await ws.until((message) => message.type === 'pong' && message.id === `${n}`)
    }
    expect(ws.heard.map(({ type }) => type)).toEqual(new Array(10).fill('pong'))
    ws.say({ op: 'subscribe', channels: ['blocks'] })
    await ws.until((message) => message.type === 'subscribed')
    for (const beat of beats) beat()
    await ws.until((message) => message.type === 'heartbeat')
    ws.socket.close()
  })

  test('behavior: one that reads nothing and talks on is refused once and cut once', async () => {
    const lingerMs = 1_000
    let cuts = 0
    let isCut = (): void => undefined
    const cut = new Promise<void>((resolve) => {
      isCut = resolve
    })
    const own = await createTestApi({
      database: context.database,
      parts: {
        timers: {
          ...timers,
          after(ms, work) {
            if (ms !== lingerMs) return systemTimers.after(ms, work)
            cuts += 1
            return systemTimers.after(ms, () => {
              work()
              isCut()
            })
          },
        },
      },
    })
    const { port } = await own.api.start()
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    const greeting = [
      'GET /v1/ws HTTP/1.1',
      'Host: a',
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      `Sec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}`,
    ]
    socket.write(`${greeting.join('\r\n')}\r\n\r\n`)
    await once(socket, 'readable')
    // A frame of text, masked by zeros: from here on nothing is read, the goodbye neither.
    const text = Buffer.from(JSON.stringify({ op: 'ping' }))
    const frame = Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), text])
    socket.write(Buffer.concat(new Array<Buffer>(200).fill(frame)))
    await cut
    expect(cuts).toBe(1)
    socket.destroy()
    await own.close()
  })
})

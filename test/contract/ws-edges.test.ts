import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import type { Database } from '../../src/store/index.ts'
import type { ControlMessage, FeedMessage } from '../../src/wire/index.ts'
import { createTestApi, type TestApi } from '../support/api.ts'
import { describeOnBothDatabases } from '../support/database.ts'
import { createWallet, mint } from '../support/wallet.ts'

type Message = FeedMessage | ControlMessage

describeOnBothDatabases('edges of a WebSocket', (context) => {
  let api: TestApi
  let url = ''
  /** Called once, before the service is told whose key it was shown. */
  let holdKeyLookup: (() => Promise<void>) | null = null

  beforeAll(async () => {
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
    api = await createTestApi({ database: held })
    const { host, port } = await api.api.start()
    url = `http://${host}:${port}`
  })
  afterAll(() => api?.close())

  async function open() {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/v1/ws`)
    const heard: Message[] = []
    let wake = (): void => undefined
    socket.on('message', (data: Buffer) => {
      heard.push(JSON.parse(data.toString()))
      wake()
    })
    await once(socket, 'open')
    const until = async (type: Message['type'], count = 1): Promise<Message[]> => {
      for (;;) {
        const found = heard.filter((message) => message.type === type)
        if (found.length >= count) return found
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    }
    return { socket, until, say: (message: object) => socket.send(JSON.stringify(message)) }
  }

  /** Streams of a wallet. An answer that nobody holds is ended by the collection of garbage, and makes room. */
  function streamsOf(key: string) {
    const ending = new AbortController()
    const held: Response[] = []
    return {
      async open() {
        const options = { headers: { authorization: `Bearer ${key}` }, signal: ending.signal }
        held.push(await fetch(`${url}/v1/stream?channels=blocks`, options))
        return held.at(-1)?.status
      },
      end: () => ending.abort(),
    }
  }

  test('error: what is sent as bytes is no message, and the connection goes on', async () => {
    const ws = await open()
    ws.socket.send(Buffer.from(JSON.stringify({ op: 'ping', id: 'b' })))
    ws.say({ op: 'ping', id: 't' })
    expect(await ws.until('pong')).toMatchObject([{ id: 't' }])
    const [refused] = await ws.until('error')
    expect(refused).toMatchObject({ error: { code: 'INVALID_REQUEST', details: { field: 'op' } } })
    expect(refused).not.toHaveProperty('id')
    ws.socket.close()
  })

  test('error: an id longer than 64 is not repeated', async () => {
    const ws = await open()
    ws.say({ op: 'shout', id: 'x'.repeat(64) })
    ws.say({ op: 'shout', id: 'x'.repeat(65) })
    const [first, second] = await ws.until('error', 2)
    expect(first).toHaveProperty('id', 'x'.repeat(64))
    expect(second).not.toHaveProperty('id')
    ws.socket.close()
  })

  test('error: a message larger than 32,768 bytes ends the connection with 1009', async () => {
    const ws = await open()
    const text = JSON.stringify({ op: 'ping', id: 'p' })
    ws.socket.send(text.padEnd(32_768))
    expect(await ws.until('pong')).toMatchObject([{ id: 'p' }])
    ws.socket.send(text.padEnd(32_769))
    const [code] = await once(ws.socket, 'close')
    expect(code).toBe(1009)
  })

  test('error: who says too much is told when to come again, within the minute', async () => {
    const ws = await open()
    const closed = once(ws.socket, 'close')
    for (let i = 0; i < 61; i++) ws.socket.pong()
    const [refused] = await ws.until('error')
    const { retryAfter } = (refused as { error: { details: { retryAfter: number } } }).error.details
    expect(Number.isInteger(retryAfter) && retryAfter >= 1 && retryAfter <= 60).toBe(true)
    expect((await closed)[0]).toBe(4429)
  })

  test('behavior: who leaves while its key is looked up takes no place of the wallet', async () => {
    const { key } = await mint(api, createWallet())
    let letGo = (): void => undefined
    const isAsked = new Promise<void>((resolve) => {
      holdKeyLookup = () => {
        holdKeyLookup = null
        resolve()
        return new Promise((go) => (letGo = go))
      }
    })
    const ws = await open()
    ws.say({ op: 'auth', key })
    await isAsked
    ws.socket.terminate()
    await once(ws.socket, 'close')
    // What comes and is answered after it tells that its end has been seen.
    await (await fetch(`${url}/v1/limits`)).text()
    letGo()
    const wallet = streamsOf(key)
    for (let i = 0; i < 100; i++) expect(await wallet.open()).toBe(200)
    expect(await wallet.open()).toBe(429)
    wallet.end()
  })

  test('behavior: who has said whose it is gives its address its place back, and the wallet’s when it ends', async () => {
    const { key } = await mint(api, createWallet())
    const named = await open()
    named.say({ op: 'auth', key })
    await named.until('authenticated')
    named.say({ op: 'auth', key })
    await named.until('authenticated', 2)
    const others = []
    for (let i = 0; i < 20; i++) others.push(await open())
    for (const ws of others) {
      ws.say({ op: 'ping' })
      await ws.until('pong')
    }
    const wallet = streamsOf(key)
    for (let i = 0; i < 99; i++) expect(await wallet.open()).toBe(200)
    expect(await wallet.open()).toBe(429)
    for (const { socket } of [named, ...others]) {
      socket.close()
      await once(socket, 'close')
    }
    expect(await wallet.open()).toBe(200)
    wallet.end()
  })

  test('error: more than a hundred channels are refused before a stream begins, and HEAD takes no place', async () => {
    const wallets = Array.from({ length: 101 }, () => `wallet:${createWallet().address}`)
    const refused = await fetch(`${url}/v1/stream?channels=${wallets.join(',')}`)
    expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([
      400,
      'INVALID_REQUEST',
    ])
    for (let i = 0; i < 25; i++) {
      const { status, headers } = await fetch(`${url}/v1/stream?channels=blocks`, { method: 'HEAD' })
      expect([status, headers.get('content-type')]).toEqual([200, 'text/event-stream'])
    }
    const ws = await open()
    ws.say({ op: 'ping' })
    await ws.until('pong')
    ws.socket.close()
  })
})

import type { StreamMessage } from 'sibyl/client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

/** The browser's socket, told by the test what it hears. */
class Socket extends EventTarget {
  static readonly OPEN = 1
  static opened: Socket[] = []
  readyState = 0
  sent: unknown[] = []
  constructor() {
    super()
    Socket.opened.push(this)
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text))
  }
  accept(): void {
    this.readyState = Socket.OPEN
    this.dispatchEvent(new Event('open'))
  }
  close(): void {
    this.readyState = 3
    this.dispatchEvent(new Event('close'))
  }
  hear(data: unknown): void {
    const text = typeof data === 'string' ? data : JSON.stringify(data)
    this.dispatchEvent(Object.assign(new Event('message'), { data: text }))
  }
}

const channel = 'market:m'
const message = (seq: number) => ({ type: 'ticker', channel, epoch: 'e', seq, data: {} })

describe('one connection for the whole page', () => {
  beforeEach(() => {
    vi.resetModules()
    vi.useFakeTimers()
    Socket.opened = []
    vi.stubGlobal('WebSocket', Socket)
    vi.stubGlobal('location', { protocol: 'http:', host: 'venue' })
    vi.stubGlobal('addEventListener', () => undefined)
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })

  /** Somebody follows the market; answers with the socket it asked on. */
  const follow = async () => {
    const { messagesOf } = await import('./live.ts')
    const stop = new AbortController()
    const messages = messagesOf(channel, stop.signal)
    const first = messages.next()
    await Promise.resolve()
    await Promise.resolve()
    const [socket] = Socket.opened
    if (socket === undefined) throw new Error('nothing was opened')
    socket.accept()
    socket.hear({ type: 'subscribed', channels: [channel], head: 'e-0' })
    await first
    return { messages, socket, stop }
  }
  /** What waits to be taken, without waiting for more. */
  const waitingIn = async (messages: AsyncGenerator<StreamMessage>, stop: AbortController) => {
    const taken: string[] = []
    for (;;) {
      const next = messages.next()
      const winner = await Promise.race([
        next,
        new Promise<null>((resolve) => process.nextTick(resolve, null)),
      ])
      if (winner === null) {
        stop.abort()
        return taken
      }
      const { value } = winner
      if (value !== undefined) taken.push('seq' in value ? String(value.seq) : value.type)
    }
  }

  test('default: what is told while nobody takes it waits, in order', async () => {
    const { messages, socket, stop } = await follow()
    expect(socket.sent).toEqual([{ op: 'subscribe', channels: [channel] }])
    for (let seq = 1; seq <= 1_000; seq++) socket.hear(message(seq))
    expect(await waitingIn(messages, stop)).toEqual(Array.from({ length: 1_000 }, (_, i) => String(i + 1)))
  })
  test('behavior: more than a thousand do not wait: something is missing is all that is said', async () => {
    const { messages, socket, stop } = await follow()
    for (let seq = 1; seq <= 1_003; seq++) socket.hear(message(seq))
    expect(await waitingIn(messages, stop)).toEqual(['resync', '1002', '1003'])
  })
  test('behavior: after a cut the channel begins again, behind what the service last said', async () => {
    const { messages, socket, stop } = await follow()
    socket.hear(message(41))
    socket.hear({ type: 'heartbeat', head: 'e-44' })
    socket.close()
    vi.advanceTimersByTime(500)
    const [, next] = Socket.opened
    next?.accept()
    next?.hear({ type: 'subscribed', channels: [channel], head: 'e-50' })
    next?.hear({ type: 'resync', reason: 'too_old', head: 'f-7' })
    next?.close()
    vi.advanceTimersByTime(500)
    const last = Socket.opened[2]
    last?.accept()
    expect([next?.sent, last?.sent]).toEqual([
      [{ op: 'subscribe', channels: [channel], after: 'e-44' }],
      [{ op: 'subscribe', channels: [channel], after: 'f-7' }],
    ])
    expect(await waitingIn(messages, stop)).toEqual(['41', 'subscribed', 'resync'])
  })
  test('behavior: a reorganisation reaches everybody, a groupless wallet what is told with its group', async () => {
    const { messages, socket, stop } = await follow()
    const { listen, reorganised } = await import('./live.ts')
    const heard: string[] = []
    listen('wallet:w', ({ type }) => heard.push(type))
    await Promise.resolve()
    expect(socket.sent[1]).toEqual({ op: 'subscribe', channels: ['wallet:w'] })
    socket.hear({ type: 'subscribed', channels: [channel, 'wallet:w:2'], head: 'e-1' })
    socket.hear({ type: 'order', channel: 'wallet:w:2', epoch: 'e', seq: 2, data: {} })
    socket.hear({ type: 'order', channel: 'wallet:x', epoch: 'e', seq: 3, data: {} })
    socket.hear({ type: 'reorg', channel: '*', epoch: 'e', seq: 4, data: { toHeight: 9 } })
    expect(heard).toEqual(['subscribed', 'order', 'reorg'])
    expect(await waitingIn(messages, stop)).toEqual(['4'])
    expect(reorganised.value).toEqual({ toHeight: 9 })
  })
  test.each(['<html>', '7', 'null'])(
    'error: %s is not the service: a new connection goes on behind its last word',
    async (text) => {
      const { socket } = await follow()
      socket.hear(message(41))
      socket.hear(text)
      expect(socket.readyState).toBe(3)
      vi.advanceTimersByTime(500)
      const [, next] = Socket.opened
      next?.accept()
      expect(next?.sent).toEqual([{ op: 'subscribe', channels: [channel], after: 'e-41' }])
    },
  )
})

import { signal } from '@preact/signals'
import type { StreamMessage } from 'sibyl/client'

/** One WebSocket for the whole page: an HTTP connection a tab would use up the browser's six. */
export const link = signal<'opening' | 'open' | 'lost'>('opening')

/** The last reorganisation that was told, for one calm line. */
export const reorganised = signal<{ readonly toHeight: number } | null>(null)

type Listener = (message: StreamMessage) => void

const listeners = new Map<string, Set<Listener>>()
let socket: WebSocket | null = null
/** What this connection has been asked for, and what of it has begun. */
let asked = new Set<string>()
let begun = new Set<string>()
/** The last message's place: a new connection goes on behind it. */
let cursor: string | null = null
let failures = 0
let retry: ReturnType<typeof setTimeout> | undefined
let silence: ReturnType<typeof setTimeout> | undefined
let isAskingSoon = false

const pauseFirstMs = 500
const pauseMaxMs = 30_000
/** The service says something every 15 s; after this long it is gone, whatever the connection looks like. */
const silenceMs = 45_000
const anyChannel = '*'
/** So much waits for somebody who is slow to take it; then only that something is missing. */
const waitingMax = 1_000

/** A groupless wallet's channel is told with its group, and may be asked for without. */
const nameOf = (channel: string): string => channel.split(':').slice(0, 2).join(':')

/** Calls the listener with everything the channel says, `subscribed` and `resync` included, until the answer is called. */
export function listen(channel: string, listener: Listener): () => void {
  const name = nameOf(channel)
  const group = listeners.get(name) ?? new Set()
  group.add(listener)
  listeners.set(name, group)
  if (begun.has(name)) queueMicrotask(() => group.has(listener) && listener(joined(name)))
  askSoon()
  return () => {
    group.delete(listener)
    if (group.size === 0) listeners.delete(name)
    askSoon()
  }
}

/** The same as an iteration, which ends with the signal. Who takes too little of it is told `resync` instead. */
export async function* messagesOf(
  channel: string,
  signal: AbortSignal,
): AsyncGenerator<StreamMessage, void, undefined> {
  const waiting: StreamMessage[] = []
  let wake = (): void => undefined
  const stop = listen(channel, (message) => {
    if (waiting.length < waitingMax) waiting.push(message)
    else waiting.splice(0, waiting.length, { type: 'resync', reason: 'gap', head: cursor ?? '' })
    wake()
  })
  signal.addEventListener('abort', () => wake(), { once: true })
  try {
    while (!signal.aborted) {
      const message = waiting.shift()
      if (message !== undefined) yield message
      else
        await new Promise<void>((resolve) => {
          wake = resolve
        })
    }
  } finally {
    stop()
  }
}

const joined = (channel: string): StreamMessage => ({
  type: 'subscribed',
  channels: [channel],
  head: cursor ?? '',
})

/** A page that leaves and one that comes change many channels in one turn: one message tells them all. */
function askSoon(): void {
  if (isAskingSoon) return
  isAskingSoon = true
  queueMicrotask(() => {
    isAskingSoon = false
    ask()
  })
}

function ask(): void {
  if (socket === null && listeners.size > 0) open()
  if (socket?.readyState !== WebSocket.OPEN) return
  const fresh = [...listeners.keys()].filter((name) => !asked.has(name))
  const gone = [...asked].filter((name) => !listeners.has(name))
  if (fresh.length > 0) tell({ op: 'subscribe', channels: fresh })
  if (gone.length > 0) tell({ op: 'unsubscribe', channels: gone })
  for (const name of gone) begun.delete(name)
  asked = new Set(listeners.keys())
}

const tell = (request: object): void => socket?.send(JSON.stringify(request))

function open(): void {
  clearTimeout(retry)
  const { protocol, host } = location
  const opened = new WebSocket(`${protocol === 'https:' ? 'wss' : 'ws'}://${host}/v1/ws`)
  socket = opened
  opened.addEventListener('open', () => {
    asked = new Set(listeners.keys())
    if (asked.size > 0)
      tell({ op: 'subscribe', channels: [...asked], ...(cursor === null ? {} : { after: cursor }) })
    expectWords()
  })
  opened.addEventListener('message', ({ data }) => {
    if (socket !== opened) return
    expectWords()
    const message = parse(String(data))
    // Somebody between us and the service speaks: the next connection goes on behind the last word of the service.
    if (message === null) opened.close()
    else hear(message)
  })
  opened.addEventListener('close', () => {
    if (socket === opened) lose()
  })
}

function parse(text: string): StreamMessage | null {
  try {
    const message = JSON.parse(text) as unknown
    return typeof message === 'object' ? (message as StreamMessage | null) : null
  } catch {
    return null
  }
}

function hear(message: StreamMessage): void {
  failures = 0
  link.value = 'open'
  if ('seq' in message) {
    cursor = `${message.epoch}-${message.seq}`
    if (message.type === 'reorg') reorganised.value = { toHeight: message.data.toHeight }
    if (message.channel === anyChannel) toEverybody(message)
    else for (const listener of [...(listeners.get(nameOf(message.channel)) ?? [])]) listener(message)
  } else if (message.type === 'subscribed') {
    cursor ??= message.head
    const fresh = message.channels.map(nameOf).filter((channel) => !begun.has(channel) && asked.has(channel))
    for (const channel of fresh) begun.add(channel)
    for (const channel of fresh)
      for (const listener of [...(listeners.get(channel) ?? [])]) listener(joined(channel))
  } else if (message.type === 'resync') {
    cursor = message.head
    toEverybody(message)
  } else if (message.type === 'heartbeat') cursor = message.head
}

function toEverybody(message: StreamMessage): void {
  for (const group of [...listeners.values()]) for (const listener of [...group]) listener(message)
}

function expectWords(): void {
  clearTimeout(silence)
  silence = setTimeout(() => socket?.close(), silenceMs)
}

function lose(): void {
  clearTimeout(silence)
  socket = null
  asked = new Set()
  begun = new Set()
  link.value = 'lost'
  const pauseMs = Math.min(pauseMaxMs, pauseFirstMs * 2 ** Math.min(failures, 10))
  failures += 1
  clearTimeout(retry)
  retry = setTimeout(ask, pauseMs * (0.5 + Math.random() / 2))
}

/** A machine that wakes or finds its network again does not wait for the pause to end. */
addEventListener('online', () => {
  failures = 0
  ask()
})
addEventListener('offline', () => socket?.close())

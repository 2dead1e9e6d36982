import { connect, type Socket } from 'node:net'
import { monotonicMs, sleep } from '../../src/kit/index.ts'

export interface OfferOptions {
  readonly connections: number
  readonly seconds: number
  /** Requests a second, evenly spread over the time; without it each connection asks again as soon as it is answered. */
  readonly perSecond?: number
  nextPath(): string
  onAnswer(status: number, ms: number): void
}

export interface Offered {
  readonly seconds: number
  /** Requests for which no connection was free when they were due. */
  readonly unsent: number
  /** Connections that broke. */
  readonly broken: number
}

/** No head of an answer is longer, and no more of it is read. */
const headBytesMax = 4_096
/** How often due requests are sent. */
const tickMs = 1

/**
 * GET requests at a rate that the answers do not slow down, while there are free connections. Whoever shares two cores
 * with the server takes its time away: this reads no more of an answer than status and length, a quarter of what a full
 * client takes for it. A rate is kept from millisecond to millisecond; a client that asks for a second's worth at its
 * start and rests until the next one offers no steady load.
 */
export async function offerLoad(url: string, options: OfferOptions): Promise<Offered> {
  const { hostname, port, host } = new URL(url)
  const { perSecond } = options
  const free: Caller[] = []
  let broken = 0
  let unsent = 0
  let over = false
  const callers = await Promise.all(
    Array.from({ length: options.connections }, () =>
      openCaller({ hostname, port: Number(port), host }, (caller, status, ms) => {
        if (over) return
        if (status === null) broken += 1
        else {
          options.onAnswer(status, ms)
          if (perSecond === undefined) caller.ask(options.nextPath())
          else free.push(caller)
        }
      }),
    ),
  )
  const startedMs = monotonicMs()
  const endMs = startedMs + options.seconds * 1_000
  if (perSecond === undefined) {
    for (const caller of callers) caller.ask(options.nextPath())
    await sleep(options.seconds * 1_000)
  } else {
    free.push(...callers)
    for (let sent = 0; monotonicMs() < endMs; await sleep(tickMs)) {
      const due = Math.floor(((monotonicMs() - startedMs) * perSecond) / 1_000)
      for (; sent < due; sent++) {
        const caller = free.shift()
        if (caller === undefined) unsent += 1
        else caller.ask(options.nextPath())
      }
    }
  }
  const seconds = (monotonicMs() - startedMs) / 1_000
  over = true
  for (const caller of callers) caller.close()
  return { seconds, unsent, broken }
}

interface Caller {
  ask(path: string): void
  close(): void
}

type OnEnd = (caller: Caller, status: number | null, ms: number) => void

/** One connection, one request at a time. */
async function openCaller(
  to: { readonly hostname: string; readonly port: number; readonly host: string },
  onEnd: OnEnd,
): Promise<Caller> {
  const socket: Socket = connect(to.port, to.hostname).setNoDelay()
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  let sentMs = 0
  let head = ''
  let status = 0
  /** Bytes of the body that are still to come; null while the head is incomplete. */
  let missing: number | null = null
  const caller: Caller = {
    ask(path) {
      sentMs = monotonicMs()
      head = ''
      missing = null
      socket.write(`GET ${path} HTTP/1.1\r\nhost: ${to.host}\r\n\r\n`)
    },
    close: () => socket.destroy(),
  }
  socket.on('data', (chunk: Buffer) => {
    if (missing === null) {
      // A head that comes in pieces is put together; one piece is the rule.
      const text = head + chunk.toString('latin1', 0, Math.min(chunk.length, headBytesMax))
      const end = text.indexOf('\r\n\r\n')
      if (end === -1) {
        head = text
        return
      }
      status = Number(text.slice(9, 12))
      missing = end + 4 + Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1]) - head.length - chunk.length
    } else missing -= chunk.length
    if (missing <= 0) onEnd(caller, status, monotonicMs() - sentMs)
  })
  socket.on('error', () => undefined)
  socket.on('close', () => onEnd(caller, null, monotonicMs() - sentMs))
  return caller
}

import { connect, type Socket } from 'node:net'
import { monotonicMs, sleep } from '../../src/kit/index.ts'

export interface OfferOptions {
  readonly seconds: number
  /** Requests a second, evenly spread over the time; without it each connection asks again as soon as it is answered. */
  readonly perSecond?: number
  nextPath(): string
  /** Answers that come after the time are not told. */
  onAnswer(status: number, ms: number): void
}

export interface Offered {
  readonly seconds: number
  /** Requests for which no connection was free when they were due. */
  readonly unsent: number
}

/** Connections that stay open from one turn to the next: opening them is not what is measured. */
export interface Crowd {
  /** Begins when all that was asked before is answered. */
  offer(options: OfferOptions): Promise<Offered>
  /** Connections that broke. */
  readonly broken: number
  close(): void
}

/** All connections read into the same place: what is read is looked at before anything else is. */
const readBytes = 64 * 1_024
const place = Buffer.alloc(readBytes)
const endOfHead = Buffer.from('\r\n\r\n')
const lengthField = Buffer.from('content-length: ')
/** `HTTP/1.1 ` */
const statusAt = 9
/** How often due requests are sent. */
const tickMs = 1

/**
 * GET requests at a rate that the answers do not slow down, while there are free connections. Whoever shares two cores
 * with the server takes its time away: this reads no more of an answer than status and length, without a stream, a fifth
 * of what a full client takes for it. A rate is kept from millisecond to millisecond; a client that asks for a second's worth at its
 * start and rests until the next one offers no steady load.
 */
export async function openCrowd(url: string, connections: number): Promise<Crowd> {
  const { hostname, port, host } = new URL(url)
  const free: Caller[] = []
  let broken = 0
  let closed = false
  let onEnd: (caller: Caller, status: number, ms: number) => void = (caller) => void free.push(caller)
  const callers = await Promise.all(
    Array.from({ length: connections }, () =>
      openCaller({ hostname, port: Number(port), host }, (caller, status, ms) => {
        if (status !== null) onEnd(caller, status, ms)
        else if (!closed) broken += 1
      }),
    ),
  )
  free.push(...callers)

  async function offer({ seconds, perSecond, nextPath, onAnswer }: OfferOptions): Promise<Offered> {
    while (free.length + broken < connections) await sleep(tickMs)
    let unsent = 0
    onEnd = (caller, status, ms) => {
      onAnswer(status, ms)
      if (perSecond === undefined) caller.ask(nextPath())
      else free.push(caller)
    }
    const startedMs = monotonicMs()
    const endMs = startedMs + seconds * 1_000
    if (perSecond === undefined) {
      for (const caller of free.splice(0)) caller.ask(nextPath())
      await sleep(seconds * 1_000)
    } else {
      for (let sent = 0; monotonicMs() < endMs; await sleep(tickMs)) {
        const due = Math.floor(((monotonicMs() - startedMs) * perSecond) / 1_000)
        for (; sent < due; sent++) {
          const caller = free.shift()
          if (caller === undefined) unsent += 1
          else caller.ask(nextPath())
        }
      }
    }
    onEnd = (caller) => void free.push(caller)
    return { seconds: (monotonicMs() - startedMs) / 1_000, unsent }
  }

  return {
    offer,
    get broken() {
      return broken
    },
    close() {
      closed = true
      for (const caller of callers) caller.close()
    },
  }
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
  let sentMs = 0
  /** Of a head that comes in pieces, what has come; one piece is the rule. */
  let head: Buffer | null = null
  let status = 0
  /** Bytes of the body that are still to come; null while the head is incomplete. */
  let missing: number | null = null

  function read(count: number): boolean {
    const chunk = place.subarray(0, count)
    if (missing === null) {
      const text: Buffer = head === null ? chunk : Buffer.concat([head, chunk])
      const end = text.indexOf(endOfHead)
      if (end === -1) {
        head = Buffer.from(text)
        return true
      }
      head = null
      status = numberAt(text, statusAt)
      missing =
        end + endOfHead.length + numberAt(text, text.indexOf(lengthField) + lengthField.length) - text.length
    } else missing -= count
    if (missing <= 0) onEnd(caller, status, monotonicMs() - sentMs)
    return true
  }

  const options = {
    port: to.port,
    host: to.hostname,
    noDelay: true,
    onread: { buffer: place, callback: read },
  }
  const socket: Socket = connect(options)
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  const caller: Caller = {
    ask(path) {
      sentMs = monotonicMs()
      missing = null
      socket.write(`GET ${path} HTTP/1.1\r\nhost: ${to.host}\r\n\r\n`, 'latin1')
    },
    close: () => socket.destroy(),
  }
  socket.on('error', () => undefined)
  socket.on('close', () => onEnd(caller, null, monotonicMs() - sentMs))
  return caller
}

/** The decimal digits that begin here. */
function numberAt(bytes: Buffer, at: number): number {
  let value = 0
  for (let i = at; ; i++) {
    const digit = (bytes[i] ?? 0) - 0x30
    if (digit < 0 || digit > 9) return value
    value = 10 * value + digit
  }
}

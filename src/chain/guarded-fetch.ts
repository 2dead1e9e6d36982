import { type Clock, Fault, withDeadline } from '../kit/index.ts'
import { type BreakerLimits, type CallVerdict, createCircuitBreaker } from './circuit-breaker.ts'
import { type Cut, cutJson } from './cut-json.ts'
import { NodeRefused } from './node-refused.ts'
import { createSemaphore, type Semaphore } from './semaphore.ts'
import { toRefusalReason } from './translate.ts'

export interface FetchLimits {
  /** From asking to the last byte, waiting for a free slot included. */
  readonly deadlineMs: number
  readonly concurrencyMax: number
  /** Blocks have places of their own: while large ones come, builds still get theirs. */
  readonly blocksMax: number
  readonly queueMax: number
  /** For answers whose size the chain bounds: what our own contracts and scripts give back. */
  readonly responseBytesMax: number
  /** Blocks and coins hold what strangers put there and may be of any size: how long they may take at most. */
  readonly patienceMaxMs: number
  readonly breaker?: BreakerLimits
}

export const defaultFetchLimits: FetchLimits = {
  deadlineMs: 3_000,
  concurrencyMax: 16,
  blocksMax: 8,
  queueMax: 256,
  responseBytesMax: 4_194_304,
  patienceMaxMs: 120_000,
}

/** Time here is real time, never the venue's: a devnet that jumps a week ahead must not close a breaker. */
export interface FetchParts {
  readonly fetch: typeof fetch
  readonly clock: Clock
}

type Lane = 'calls' | 'blocks'

export interface GuardedFetch {
  /** What the SDK gets in place of `fetch`: the answer is whole and JSON when it comes back. */
  readonly fetch: typeof fetch
  /**
   * An answer of any size, cut while it comes. One that does not come in time is given twice the time when it is asked
   * for again, up to a bound: it may be what strangers wrote that takes so long.
   */
  cut(url: string, init: RequestInit, cut: Cut, lane: Lane): Promise<string>
}

/**
 * The way to one node. The deadline covers the body too, so a node that sends a byte a second is as dead as one that is
 * silent. A plain no is NodeRefused, and counts as health; everything else that is wrong is a Fault, and counts for the
 * breaker.
 */
export function createGuardedFetch(
  parts: FetchParts,
  limits: FetchLimits = defaultFetchLimits,
): GuardedFetch {
  const breaker = createCircuitBreaker(parts.clock, limits.breaker)
  const slots: Record<Lane, Semaphore> = {
    calls: createSemaphore(limits.concurrencyMax, limits.queueMax),
    blocks: createSemaphore(limits.blocksMax, limits.queueMax),
  }
  let patienceMs = limits.deadlineMs

  return {
    fetch: (input, init) =>
      judged(limits.deadlineMs, (signal) => askWithin({ input, init, signal, lane: 'calls' }, readWhole)),
    async cut(url, init, cut, lane) {
      const givenMs = patienceMs
      try {
        const rest = await judged(givenMs, (signal) =>
          askWithin({ input: url, init, signal, lane }, ({ body }) => cutJson(body ?? noBytes(), cut)),
        )
        patienceMs = limits.deadlineMs
        return rest
      } catch (error) {
        const isSlow = error instanceof Fault && error.kind === 'upstream_timeout'
        if (isSlow) patienceMs = Math.max(patienceMs, Math.min(2 * givenMs, limits.patienceMaxMs))
        throw error
      }
    },
  }

  async function judged<T>(deadlineMs: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const leave = breaker.enter()
    try {
      const answer = await withDeadline(
        deadlineMs,
        work,
        () => new Fault('upstream_timeout', `the node did not answer within ${deadlineMs} ms`),
      )
      leave('ok')
      return answer
    } catch (error) {
      leave(verdictOn(error))
      throw error
    }
  }

  async function readWhole(response: Response): Promise<Response> {
    const text = await readBounded(response, limits.responseBytesMax)
    return new Response(text, { status: response.status, headers: { 'content-type': 'application/json' } })
  }

  async function askWithin<T>(
    { input, init, signal, lane }: Question,
    read: (response: Response) => Promise<T>,
  ): Promise<T> {
    const release = await slots[lane].acquire(signal)
    try {
      const response = await parts.fetch(input, { ...init, signal, redirect: 'error' })
      if (!response.ok)
        throw toRefusalOrFault(response.status, await readBounded(response, limits.responseBytesMax))
      return await read(response)
    } catch (error) {
      if (error instanceof NodeRefused || error instanceof Fault) throw error
      throw new Fault('upstream_error', 'the node could not be reached', { cause: error })
    } finally {
      release()
    }
  }
}

interface Question {
  readonly input: Parameters<typeof fetch>[0]
  readonly init: RequestInit | undefined
  readonly signal: AbortSignal
  readonly lane: Lane
}

function verdictOn(error: unknown): CallVerdict {
  if (error instanceof NodeRefused) return 'ok'
  return error instanceof Fault && error.kind === 'overload' ? 'unjudged' : 'failed'
}

async function* noBytes(): AsyncGenerator<Uint8Array> {}

async function readBounded(response: Response, bytesMax: number): Promise<string> {
  if (response.body === null) return ''
  const reader = response.body.getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    size += value.byteLength
    if (size > bytesMax) {
      await reader.cancel()
      throw new Fault('upstream_error', `the node's answer is larger than ${bytesMax} bytes`)
    }
    chunks.push(value)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** 401, 429 and 503 are JSON as well, but no answer to what was asked. */
const troubleStatuses: ReadonlySet<number> = new Set([401, 403, 429, 502, 503, 504])

function toRefusalOrFault(status: number, text: string): NodeRefused | Fault {
  const detail = detailOf(text)
  if (detail === null || troubleStatuses.has(status))
    return new Fault('upstream_error', `the node answered with status ${status}`)
  return new NodeRefused(status, detail, toRefusalReason(detail))
}

function detailOf(text: string): string | null {
  try {
    const body: unknown = JSON.parse(text)
    if (typeof body !== 'object' || body === null || !('detail' in body)) return null
    return typeof body.detail === 'string' ? body.detail : null
  } catch {
    return null
  }
}

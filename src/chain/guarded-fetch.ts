import { type Clock, Fault, withDeadline } from '../kit/index.ts'
import { type BreakerLimits, type CallVerdict, createCircuitBreaker } from './circuit-breaker.ts'
import { NodeRefused } from './node-refused.ts'
import { createSemaphore } from './semaphore.ts'
import { toRefusalReason } from './translate.ts'

export interface FetchLimits {
  /** From asking to the last byte, waiting for a free slot included. */
  readonly deadlineMs: number
  readonly concurrencyMax: number
  readonly queueMax: number
  /** A block of 2,000 transactions is about 4 MB; whatever is larger is not an answer. */
  readonly responseBytesMax: number
  readonly breaker?: BreakerLimits
}

export const defaultFetchLimits: FetchLimits = {
  deadlineMs: 3_000,
  concurrencyMax: 16,
  queueMax: 256,
  responseBytesMax: 33_554_432,
}

/** Time here is real time, never the venue's: a devnet that jumps a week ahead must not close a breaker. */
export interface FetchParts {
  readonly fetch: typeof fetch
  readonly clock: Clock
}

/**
 * What the SDK gets in place of `fetch`. The answer is whole and JSON when it comes back: the deadline covers the body
 * too, so a node that sends a byte a second is as dead as one that is silent. A plain no is NodeRefused, and counts as
 * health; everything else that is wrong is a Fault, and counts for the breaker.
 */
export function createGuardedFetch(
  parts: FetchParts,
  limits: FetchLimits = defaultFetchLimits,
): typeof fetch {
  const breaker = createCircuitBreaker(parts.clock, limits.breaker)
  const slots = createSemaphore(limits.concurrencyMax, limits.queueMax)

  return async (input, init) => {
    const leave = breaker.enter()
    try {
      const response = await withDeadline(
        limits.deadlineMs,
        (signal) => askWithin(input, init, signal),
        () => new Fault('upstream_timeout', `the node did not answer within ${limits.deadlineMs} ms`),
      )
      leave('ok')
      return response
    } catch (error) {
      leave(verdictOn(error))
      throw error
    }
  }

  async function askWithin(
    input: Parameters<typeof fetch>[0],
    init: RequestInit | undefined,
    signal: AbortSignal,
  ): Promise<Response> {
    const release = await slots.acquire(signal)
    try {
      const response = await parts.fetch(input, { ...init, signal, redirect: 'error' })
      const text = await readBounded(response, limits.responseBytesMax)
      if (!response.ok) throw toRefusalOrFault(response.status, text)
      return new Response(text, { status: response.status, headers: { 'content-type': 'application/json' } })
    } catch (error) {
      if (error instanceof NodeRefused || error instanceof Fault) throw error
      throw new Fault('upstream_error', 'the node could not be reached', { cause: error })
    } finally {
      release()
    }
  }
}

function verdictOn(error: unknown): CallVerdict {
  if (error instanceof NodeRefused) return 'ok'
  return error instanceof Fault && error.kind === 'overload' ? 'unjudged' : 'failed'
}

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

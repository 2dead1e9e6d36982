import type { Clock, Random } from '../kit/index.ts'
import {
  type InputOf,
  type Operation,
  type OperationId,
  type Operations,
  type OutputOf,
  operations,
} from '../wire/index.ts'
import { findMisfit } from './find-misfit.ts'
import { ATTEMPTS_MAX, pauseBefore } from './pause-before.ts'
import { NetworkError, parseError, SibylError } from './sibyl-error.ts'

/** What a caller may say about one request. */
export interface CallOptions {
  /** Ends the request, a pause between attempts and an iteration; what is thrown then is the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /** The service waits until its reads reflect this block, for a few seconds; then it answers 502. */
  readonly minBlockHeight?: number | undefined
  /** How long one attempt may take. */
  readonly timeoutMs?: number | undefined
  /** 1 switches repeating off. */
  readonly attemptsMax?: number | undefined
  /** Told of every answer, refusals included. */
  readonly onAnswer?: ((answer: AnswerInfo) => void) | undefined
}

/** What an answer says beside its body. */
export interface AnswerInfo {
  readonly operation: OperationId
  readonly status: number
  readonly attempt: number
  readonly requestId: string | null
  /** The block that a read reflects. */
  readonly blockHeight: number | null
  readonly indexLagMs: number | null
  readonly rateLimit: { readonly limit: number; readonly remaining: number; readonly resetMs: number } | null
}

/** A request that failed and comes again. */
export interface RepeatInfo {
  readonly operation: OperationId
  /** How many attempts have failed so far. */
  readonly failures: number
  readonly failure: SibylError | NetworkError
  /** The next attempt begins after this long. */
  readonly pauseMs: number
}

/** The world outside, passed in: a test has its own. */
export interface Surroundings {
  readonly fetch: typeof globalThis.fetch
  readonly clock: Clock
  readonly random: Random
  /** Resolves after so many milliseconds, or at once when the signal aborts. */
  readonly wait: (ms: number, signal?: AbortSignal) => Promise<void>
}

export interface Transport {
  call<O extends OperationId>(
    operation: O,
    input: InputOf<Operations[O]>,
    options?: CallOptions,
  ): Promise<OutputOf<Operations[O]>>
}

/** Longer than the service lets a request take. */
const TIMEOUT_MS = 30_000

export interface TransportOptions {
  readonly url: string
  readonly key: string | null
  readonly onRepeat?: ((repeat: RepeatInfo) => void) | undefined
}

/** Requests and answers, with bounded repeats. */
export function createTransport({ url, key, onRepeat }: TransportOptions, world: Surroundings): Transport {
  const base = url.replace(/\/+$/, '')
  const named = withoutPassword(base)
  // A header cannot hold the others, and fetch would not say which setting they came from. Never repeats the key.
  if (key !== null && !/^[\x21-\x7e]+$/.test(key))
    throw new TypeError('the API key is empty or holds a line break, a space or a letter that no key has')

  async function call(operation: OperationId, input: object, options: CallOptions = {}): Promise<unknown> {
    const attempts = Math.min(options.attemptsMax ?? ATTEMPTS_MAX, ATTEMPTS_MAX)
    for (let attempt = 1; ; attempt++) {
      options.signal?.throwIfAborted()
      try {
        return await send(operation, input, { options, attempt })
      } catch (failure) {
        options.signal?.throwIfAborted()
        const pauseMs =
          attempt >= attempts
            ? null
            : pauseBefore(failure, { operation, failures: attempt, random: world.random })
        if (pauseMs === null) throw failure
        if (failure instanceof SibylError || failure instanceof NetworkError)
          onRepeat?.({ operation, failures: attempt, failure, pauseMs })
        await world.wait(pauseMs, options.signal)
      }
    }
  }

  async function send(
    operation: OperationId,
    input: object,
    { options, attempt }: { readonly options: CallOptions; readonly attempt: number },
  ): Promise<unknown> {
    const row: Operation = operations[operation]
    const { target, body } = addressOf(row, input as Readonly<Record<string, unknown>>) // fields by name
    const { response, text } = await withPatience(options, async (signal) => {
      const answered = await world.fetch(base + target, {
        method: row.method,
        headers: headersOf(options, body !== undefined),
        ...(body === undefined ? {} : { body }),
        // A key goes to the server it was meant for and nowhere else; who is sent elsewhere is told where.
        redirect: 'manual',
        signal,
      })
      return { response: answered, text: await answered.text() }
    })
    options.onAnswer?.(infoOf(response, { operation, attempt }))
    return readAnswer(operation, response, text)
  }

  function headersOf(options: CallOptions, hasBody: boolean): Record<string, string> {
    return {
      accept: 'application/json, text/plain',
      ...(hasBody ? { 'content-type': 'application/json' } : {}),
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      ...(options.minBlockHeight === undefined
        ? {}
        : { 'x-min-block-height': String(options.minBlockHeight) }),
    }
  }

  /** Runs one attempt until it ends, the caller's signal says stop, or the patience is over. */
  async function withPatience<T>(
    { signal, timeoutMs = TIMEOUT_MS }: CallOptions,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const ended = new AbortController()
    const attempt = new AbortController()
    const stop = () => attempt.abort(signal?.reason)
    signal?.addEventListener('abort', stop, { once: true })
    let isLate = false
    const patience = world.wait(timeoutMs, ended.signal).then(() => {
      if (ended.signal.aborted) return
      isLate = true
      attempt.abort()
    })
    try {
      return await work(attempt.signal)
    } catch (error) {
      if (signal?.aborted) throw signal.reason
      if (isLate) throw new NetworkError('timeout', `no answer within ${timeoutMs} ms`, { cause: error })
      throw new NetworkError('unreachable', `${named} cannot be reached`, { cause: error })
    } finally {
      ended.abort()
      await patience
      signal?.removeEventListener('abort', stop)
    }
  }

  function readAnswer(operation: OperationId, response: Response, text: string): unknown {
    const { status, headers } = response
    const { method, path, answer, contentType }: Operation = operations[operation]
    const isExpected = status === (answer === undefined ? 204 : 200)
    if (isExpected && answer === undefined) return undefined
    if (isExpected && contentType !== undefined) return text
    const parsed = isExpected ? parseJson(text) : undefined
    const misfit = parsed === undefined ? null : findMisfit(parsed, answer ?? {})
    if (parsed !== undefined && misfit === null) return parsed
    const refusal = isExpected
      ? null
      : parseError(text, {
          status,
          requestId: headers.get('x-request-id'),
          retryAfterMs: retryAfterOf(headers, world.clock.nowMs()),
        })
    if (refusal !== null) throw refusal
    const what = misfit === null ? describe(response, text) : `JSON in which ${misfit}`
    throw new NetworkError(
      'bad_answer',
      `${named} answered ${method} ${path} not as this service does: ${what}`,
      {
        status,
      },
    )
  }

  return { call: call as Transport['call'] } // the operation's name decides both types, and the table what is sent
}

/** Path parameters and query come out of the input; what is left is the body. */
function addressOf(
  { path: pattern, query: parameters, body }: Operation,
  input: Readonly<Record<string, unknown>>,
): { readonly target: string; readonly body: string | undefined } {
  const rest = new Map(Object.entries(input).filter(([, value]) => value !== undefined))
  const take = (name: string): string | null => {
    const value = rest.get(name)
    rest.delete(name)
    return value === undefined ? null : String(value)
  }
  const path = pattern.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(take(name) ?? ''))
  const query = new URLSearchParams()
  for (const name of Object.keys(parameters?.properties ?? {})) {
    const value = take(name)
    if (value !== null) query.set(name, value)
  }
  // What no parameter takes is sent too, so that the service can name a misspelt one.
  if (body === undefined) for (const [name, value] of rest) query.set(name, String(value))
  const target = query.size === 0 ? path : `${path}?${query}`
  return { target, body: body === undefined ? undefined : JSON.stringify(Object.fromEntries(rest)) }
}

const excerptMax = 60

/** What came in place of an answer, in a few words. Nothing of what may be JSON is shown: it may hold a key. */
function describe({ status, type, headers }: Response, text: string): string {
  const location = headers.get('location')
  if (type === 'opaqueredirect') return 'a redirect'
  if (status >= 300 && status < 400 && location !== null) return `status ${status}, a redirect to ${location}`
  const words = text.replaceAll(/[^\x20-\x7e]+/g, ' ').trim()
  if (words === '') return `status ${status} with an empty body`
  const kind = headers.get('content-type')?.split(';')[0] ?? 'text'
  if (/^[{["]/.test(words)) return `status ${status} with ${kind} that is cut off or of somebody else`
  const excerpt = words.length > excerptMax ? `${words.slice(0, excerptMax)}…` : words
  return `status ${status} with ${kind}: ${excerpt}`
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Seconds, or a date as proxies write it. */
function retryAfterOf(headers: Headers, nowMs: number): number | null {
  const text = headers.get('retry-after')
  if (text === null) return null
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000
  const atMs = Date.parse(text)
  return Number.isNaN(atMs) ? null : Math.max(0, atMs - nowMs)
}

function infoOf(
  { status, headers }: Response,
  { operation, attempt }: { readonly operation: OperationId; readonly attempt: number },
): AnswerInfo {
  const count = (name: string): number | null => {
    const text = headers.get(name)
    return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null
  }
  const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((name) => count(`ratelimit-${name}`))
  const rateLimit =
    limit == null || remaining == null || reset == null ? null : { limit, remaining, resetMs: reset * 1000 }
  return {
    operation,
    status,
    attempt,
    requestId: headers.get('x-request-id'),
    blockHeight: count('x-block-height'),
    indexLagMs: count('x-index-lag-ms'),
    rateLimit,
  }
}

/** An address may hold a name and a password, which belong into no message. */
const withoutPassword = (address: string): string => address.replace(/\/\/[^/]*@/, '//')

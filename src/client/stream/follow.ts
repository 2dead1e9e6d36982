import type { ControlMessage, FeedMessage } from '../../wire/index.ts'
import { NetworkError, parseError, SibylError } from '../sibyl-error.ts'
import type { Surroundings } from '../transport.ts'
import { readEvents } from './read-events.ts'

export interface StreamOptions {
  /** `markets`, `proposals`, `blocks`, `market:{address}`, `wallet:{address}`, `oracle:{address}`, `tx:{txId}`. */
  readonly channels: readonly string[]
  /** Go on behind this message: its epoch and seq, `1f0c2d3e-42`. */
  readonly after?: string | undefined
  /** Ends the iteration. */
  readonly signal?: AbortSignal | undefined
  /** Told before every pause after a connection was lost. */
  readonly onReconnect?: ((info: { readonly pauseMs: number; readonly failure: unknown }) => void) | undefined
}

export interface StreamTarget {
  readonly url: string
  readonly key: string | null
}

/** The service says something every 15 s; after this long it is gone, whatever the connection looks like. */
const SILENCE_MS = 45_000
const PAUSE_FIRST_MS = 500
const PAUSE_MAX_MS = 30_000

export type StreamMessage = FeedMessage | ControlMessage

/**
 * Everything a stream says, over as many connections as it takes: each one goes on behind the last message. Refusals that
 * would come again are thrown.
 */
export async function* follow(
  target: StreamTarget,
  world: Surroundings,
  options: StreamOptions,
): AsyncGenerator<StreamMessage, void, undefined> {
  const { signal } = options
  let cursor = options.after
  let failures = 0
  while (!signal?.aborted) {
    let pauseMs = PAUSE_FIRST_MS
    const connection = new AbortController()
    const stop = (): void => connection.abort()
    signal?.addEventListener('abort', stop, { once: true })
    let lastSeq = cursor === undefined ? 0 : Number(cursor.split('-')[1])
    try {
      for await (const { id, data } of listen(target, world, { options, cursor, connection })) {
        failures = 0
        const message = JSON.parse(data) as StreamMessage
        if (id !== null) cursor = id
        if ('seq' in message) {
          if (message.seq <= lastSeq) continue
          lastSeq = message.seq
        } else if (message.type === 'resync') lastSeq = Number(message.head.split('-')[1])
        else if (message.type === 'goodbye') pauseMs = message.retryMs
        yield message
      }
    } catch (error) {
      if (signal?.aborted) return
      failures += 1
      pauseMs = pauseAfter(error, failures)
      options.onReconnect?.({ pauseMs, failure: error })
    } finally {
      signal?.removeEventListener('abort', stop)
      connection.abort()
    }
    await world.wait(pauseMs, signal)
  }
}

/** Throws what will not change by itself. */
function pauseAfter(error: unknown, failures: number): number {
  if (error instanceof SibylError) {
    if (error.retryAfterMs !== null) return error.retryAfterMs
    if (error.status < 500) throw error
  }
  return Math.min(PAUSE_MAX_MS, PAUSE_FIRST_MS * 2 ** Math.min(failures - 1, 10))
}

async function* listen(
  { url, key }: StreamTarget,
  world: Surroundings,
  {
    options,
    cursor,
    connection,
  }: {
    readonly options: StreamOptions
    readonly cursor: string | undefined
    readonly connection: AbortController
  },
): AsyncGenerator<{ readonly id: string | null; readonly data: string }, void, undefined> {
  const query = new URLSearchParams({ channels: options.channels.join(',') })
  if (cursor !== undefined) query.set('after', cursor)
  let heard = 0
  const watch = (async () => {
    for (let known = -1; known !== heard && !connection.signal.aborted; ) {
      known = heard
      await world.wait(SILENCE_MS, connection.signal)
    }
    connection.abort()
  })()
  try {
    const response = await world.fetch(`${url.replace(/\/+$/, '')}/v1/stream?${query}`, {
      headers: { accept: 'text/event-stream', ...(key === null ? {} : { authorization: `Bearer ${key}` }) },
      redirect: 'manual',
      signal: connection.signal,
    })
    if (response.status !== 200 || response.body === null) throw await refusalOf(response)
    for await (const event of readEvents(response.body)) {
      heard += 1
      yield event
    }
  } finally {
    connection.abort()
    await watch
  }
}

async function refusalOf(response: Response): Promise<Error> {
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN)
  const refusal = parseError(await response.text(), {
    status: response.status,
    requestId: response.headers.get('x-request-id'),
    retryAfterMs: Number.isNaN(retryAfter) ? null : retryAfter * 1_000,
  })
  return refusal ?? new NetworkError('bad_answer', 'the stream was answered not as this service does')
}

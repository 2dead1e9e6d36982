import { type Signal, useSignal, useSignalEffect } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { NetworkError, SibylError, type StreamMessage } from 'sibyl/client'
import { listen } from './live.ts'

export type Loaded<T> =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly value: T }
  | { readonly state: 'failed'; readonly error: unknown }

/** After a failure that passes, such as a service that starts or too many requests, so long until it is asked again. */
const healMs = 5_000

function healsAfterMs(error: unknown): number | null {
  if (error instanceof NetworkError) return healMs
  if (!(error instanceof SibylError) || (error.status < 500 && error.status !== 429)) return null
  return Math.max(healMs, error.retryAfterMs ?? 0)
}

/** Asks again whenever a signal that `ask` reads changes; an answer that was overtaken is dropped. */
export function useLoad<T>(ask: (signal: AbortSignal) => Promise<T>): Signal<Loaded<T>> {
  const result = useSignal<Loaded<T>>({ state: 'loading' })
  const healings = useSignal(0)
  useSignalEffect(() => {
    healings.value
    const controller = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    ask(controller.signal).then(
      (value) => {
        if (!controller.signal.aborted) result.value = { state: 'ready', value }
      },
      (error: unknown) => {
        if (controller.signal.aborted) return
        result.value = { state: 'failed', error }
        const afterMs = healsAfterMs(error)
        if (afterMs !== null) timer = setTimeout(() => healings.value++, afterMs)
      },
    )
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  })
  return result
}

/** So many messages of one block come together: one reading answers them all. */
const settleMs = 100
/** Who waits longer than this for the stream reads without it, and again when it is there. */
export const patienceMs = 400

const never = new Promise<never>(() => undefined)

/**
 * Reads once the channels have begun, then keeps what was read by what they say: `apply` answers with the value after a
 * message, or `again` to read anew. Nothing told between the reading and its answer is lost.
 */
export function useLiveLoad<T>(
  channels: readonly (string | null)[],
  ask: (signal: AbortSignal) => Promise<T>,
  apply: (value: T, message: StreamMessage) => T | 'again',
): Signal<Loaded<T>> {
  const wanted = channels.filter((channel) => channel !== null)
  const revision = useSignal(0)
  const early = useSignal<StreamMessage[] | null>(null)
  const result = useLoad<T>(async (signal): Promise<T> => {
    if (revision.value === 0) return never
    const told: StreamMessage[] = []
    early.value = told
    try {
      let value: T = await ask(signal)
      for (const message of told) {
        const next = apply(value, message)
        if (next !== 'again') value = next
        // A value that is shown was told the same, and is read anew already.
        else if (result.peek().state !== 'ready') setTimeout(() => revision.value++, settleMs)
      }
      return value
    } finally {
      if (early.peek() === told) early.value = null
    }
  })
  useEffect(() => {
    const begin = () => {
      if (revision.peek() === 0) revision.value = 1
    }
    const patience = setTimeout(begin, wanted.length === 0 ? 0 : patienceMs)
    let timer: ReturnType<typeof setTimeout> | undefined
    const again = () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        revision.value++
      }, settleMs)
    }
    const hear = (message: StreamMessage): void => {
      if (message.type === 'subscribed') {
        if (revision.peek() === 0) begin()
        else again()
        return
      }
      if (message.type === 'resync' || message.type === 'reorg') {
        again()
        return
      }
      early.peek()?.push(message)
      const now = result.peek()
      if (now.state !== 'ready') return
      const next = apply(now.value, message)
      if (next === 'again') again()
      else if (next !== now.value) result.value = { state: 'ready', value: next }
    }
    const stops = wanted.map((channel) => listen(channel, hear))
    return () => {
      clearTimeout(timer)
      clearTimeout(patience)
      for (const stop of stops) stop()
    }
  }, [wanted.join()])
  return result
}

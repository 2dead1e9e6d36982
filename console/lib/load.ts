import { type Signal, useSignal, useSignalEffect } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { StreamMessage } from 'sibyl/client'
import { listen } from './live.ts'

export type Loaded<T> =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly value: T }
  | { readonly state: 'failed'; readonly error: unknown }

/** Asks again whenever a signal that `ask` reads changes; an answer that was overtaken is dropped. */
export function useLoad<T>(ask: (signal: AbortSignal) => Promise<T>): Signal<Loaded<T>> {
  const result = useSignal<Loaded<T>>({ state: 'loading' })
  useSignalEffect(() => {
    const controller = new AbortController()
    ask(controller.signal).then(
      (value) => {
        if (!controller.signal.aborted) result.value = { state: 'ready', value }
      },
      (error: unknown) => {
        if (!controller.signal.aborted) result.value = { state: 'failed', error }
      },
    )
    return () => controller.abort()
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
    early.value = []
    let value: T = await ask(signal)
    for (const message of early.peek() ?? []) {
      const next = apply(value, message)
      if (next !== 'again') value = next
    }
    early.value = null
    return value
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

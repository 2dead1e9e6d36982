import { type Signal, useSignal, useSignalEffect } from '@preact/signals'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import type { StreamMessage } from 'sibyl/client'
import { healsAfterMs } from './heals-after.ts'
import { listen } from './live.ts'
import { createPace } from './pace.ts'

export type Loaded<T> =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly value: T }
  | { readonly state: 'failed'; readonly error: unknown }

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
/** However much is told, nothing is read anew more often. */
const readingsApartMs = 1_000
/** Who waits longer than this for the stream reads without it, and again when it is there. */
export const patienceMs = 400
/** More than is told during a reading that goes well. What comes on top makes what was read outdated. */
const earlyMax = 1_000

const never = new Promise<never>(() => undefined)

/** What is told while a reading is under way. */
interface Early {
  readonly messages: StreamMessage[]
  isOutdated: boolean
}

/**
 * Reads once the channels have begun, then keeps what was read by what they say: `apply` answers with the value after a
 * message, or `again` to read anew. Nothing told between the reading and its answer is lost, and no reading is given up
 * because of what is told: where much is told all the time, none would come to its end.
 */
export function useLiveLoad<T>(
  channels: readonly (string | null)[],
  ask: (signal: AbortSignal) => Promise<T>,
  apply: (value: T, message: StreamMessage) => T | 'again',
): Signal<Loaded<T>> {
  const wanted = channels.filter((channel) => channel !== null)
  const revision = useSignal(0)
  const early = useRef<Early | null>(null)
  const pace = useMemo(() => {
    const readAnew = (): void => {
      if (early.current === null) revision.value++
      else early.current.isOutdated = true
    }
    return createPace(readAnew, { settleMs, apartMs: readingsApartMs })
  }, [])
  const result = useLoad<T>(async (signal): Promise<T> => {
    if (revision.value === 0) return never
    const told: Early = { messages: [], isOutdated: false }
    early.current = told
    try {
      let value: T = await ask(signal)
      for (const message of told.messages) {
        const next = apply(value, message)
        if (next === 'again') told.isOutdated = true
        else value = next
      }
      return value
    } finally {
      if (early.current === told) early.current = null
      if (told.isOutdated && !signal.aborted) pace.want()
    }
  })
  useEffect(() => {
    const begin = () => {
      if (revision.peek() === 0) revision.value = 1
    }
    const patience = setTimeout(begin, wanted.length === 0 ? 0 : patienceMs)
    const hear = (message: StreamMessage): void => {
      if (message.type === 'subscribed') {
        if (revision.peek() === 0) begin()
        else pace.want()
        return
      }
      if (message.type === 'resync' || message.type === 'reorg') {
        pace.want()
        return
      }
      const told = early.current
      if (told !== null && told.messages.length < earlyMax) told.messages.push(message)
      else if (told !== null) told.isOutdated = true
      const now = result.peek()
      if (now.state !== 'ready') return
      const next = apply(now.value, message)
      if (next === 'again') pace.want()
      else if (next !== now.value) result.value = { state: 'ready', value: next }
    }
    const stops = wanted.map((channel) => listen(channel, hear))
    return () => {
      pace.stop()
      clearTimeout(patience)
      for (const stop of stops) stop()
    }
  }, [wanted.join()])
  return result
}

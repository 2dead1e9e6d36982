import { type Signal, useSignal, useSignalEffect } from '@preact/signals'

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

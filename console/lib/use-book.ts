import { type Signal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { keepBook, type LocalBook, WHOLE_BOOK } from 'sibyl/client'
import { messagesOf } from './live.ts'
import { patienceMs } from './load.ts'
import { reader } from './reader.ts'

const pauseMs = 2_000

/** The market's book, kept equal to the service's by its changes; null until the first. */
export function useBook(address: string): Signal<LocalBook | null> {
  const book = useSignal<LocalBook | null>(null)
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const takeWhole = () => reader().markets.orderBook({ address, depth: WHOLE_BOOK }, { signal })
    // Where no stream comes through, the book is at least there.
    let timer = setTimeout(() => void takeOnce().catch(() => undefined), patienceMs)
    void keep()
    return () => {
      clearTimeout(timer)
      controller.abort()
    }

    async function takeOnce(): Promise<void> {
      if (book.peek() !== null) return
      const { marketAddress, version, yes } = await takeWhole()
      book.value ??= { marketAddress, version, ...yes }
    }

    async function keep(): Promise<void> {
      try {
        for await (const next of keepBook(messagesOf(`market:${address}`, signal), takeWhole))
          book.value = next
      } catch {
        if (!signal.aborted) timer = setTimeout(() => void keep(), pauseMs)
      }
    }
  }, [address])
  return book
}

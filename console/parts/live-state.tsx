import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { noteBlockTime } from '../lib/clock.ts'
import { link, listen, reorganised } from '../lib/live.ts'
import { venue } from '../lib/venue.ts'

/** Whether what is shown is of this moment; a cut and a reorganisation are told in one calm line. */
export function LiveState() {
  const height = useSignal<number | null>(null)
  const isAsked = venue.value !== null
  useEffect(() => {
    if (!isAsked) return
    return listen('blocks', (message) => {
      if (message.type !== 'block') return
      height.value = message.data.height
      noteBlockTime(message.data.timestamp)
    })
  }, [isAsked])
  const state = link.value
  if (venue.value === null) return null
  const block = height.value ?? venue.value.index.height
  return (
    <span class={`live ${state}`} role="status" aria-live={state === 'open' ? 'off' : 'polite'}>
      <span>
        {state === 'open'
          ? `live, block ${block ?? '–'}`
          : state === 'opening'
            ? 'connecting'
            : 'connection lost, reconnecting'}
      </span>
    </span>
  )
}

export function ReorgLine() {
  const read = useSignal(reorganised.peek())
  const last = reorganised.value
  if (last === null || last === read.value) return null
  return (
    <p class="reorg" role="status">
      <span>
        The chain reorganised after block {last.toHeight}: some of the latest trades moved or are gone. What
        you see is what holds now.
      </span>
      <button
        type="button"
        class="quiet small"
        onClick={() => {
          read.value = last
        }}
      >
        Got it
      </button>
    </p>
  )
}

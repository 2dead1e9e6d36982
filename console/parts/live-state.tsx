import { link, reorganised } from '../lib/live.ts'
import { venue } from '../lib/venue.ts'

/** Whether what is shown is of this moment; a cut and a reorganisation are told in one calm line. */
export function LiveState() {
  const state = link.value
  if (venue.value === null) return null
  return (
    <span class={`live ${state}`} role="status">
      {state === 'open' ? 'live' : state === 'opening' ? 'connecting' : 'connection lost, reconnecting'}
    </span>
  )
}

export function ReorgLine() {
  const last = reorganised.value
  if (last === null) return null
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
          reorganised.value = null
        }}
      >
        Got it
      </button>
    </p>
  )
}

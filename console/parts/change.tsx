import { cents } from '../lib/format.ts'

/** How far a price went, in cents, with its sign and colour. */
export function Change({ by }: { by: number }) {
  if (by === 0) return <span class="soft">0.0</span>
  return (
    <span class={by < 0 ? 'no' : 'yes'}>
      {by < 0 ? '−' : '+'}
      {cents(Math.abs(by))}
    </span>
  )
}

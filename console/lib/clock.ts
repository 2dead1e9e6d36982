import { signal } from '@preact/signals'
import { type Glance, skewAfter } from './clock-skew.ts'

/** How far the service's clock is ahead of this machine's, which may be set wrong. */
const skewMs = signal(0)

/** How far the chain's time is ahead of the service's: a devnet's clock can be moved. */
const aheadMs = signal(0)

/** Blocks are stamped by other machines. */
const toleratedMs = 5_000

export function noteAnswer(glance: Glance): void {
  skewMs.value = skewAfter(skewMs.peek(), glance)
}

export function noteBlockTime(timestampMs: number): void {
  const ahead = timestampMs - Date.now() - skewMs.peek()
  if (ahead > aheadMs.peek() + toleratedMs) aheadMs.value = ahead
}

const tick = signal(0)
const tickMs = 5_000
setInterval(() => {
  tick.value++
}, tickMs)

/** What the venue's contracts take for now. Who shows it is drawn anew as it passes. */
export function nowMs(): number {
  tick.value
  return Date.now() + skewMs.value + aheadMs.value
}

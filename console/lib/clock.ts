import { signal } from '@preact/signals'

/** How far the chain's time is ahead of this machine's: a devnet's clock can be moved. */
const aheadMs = signal(0)

/** Blocks are stamped by other machines. */
const toleratedMs = 5_000

export function noteBlockTime(timestampMs: number): void {
  const ahead = timestampMs - Date.now()
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
  return Date.now() + aheadMs.value
}

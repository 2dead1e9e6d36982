import { getHeapStatistics } from 'node:v8'
import { monotonicMs, type Timers } from '../../kit/index.ts'
import type { ObserveApi } from '../observation.ts'
import { addressShareMax, type ServerLimits } from '../settings.ts'

const sampleMs = 100
const heapSampleEvery = 5

export interface Pressure {
  /** Why the next request is refused, or null. */
  reason(): string | null
  /** Takes a place for a request of this address; false when the address has its share already. */
  enter(address: string): boolean
  /** Gives back a place that was taken. */
  leave(address: string): void
  stop(): void
}

/**
 * The overload guard. Three signs, each with a bound: requests in flight (a queue that grows is an outage that waits),
 * lateness of a timer (the event loop is blocked), share of the heap in use (the next large answer may be the last).
 * A request that comes to its turn while that timer is overdue has waited behind the block, and is refused too.
 */
export function createPressure(limits: ServerLimits, timers: Timers, observe: ObserveApi): Pressure {
  const perAddressMax = Math.ceil(limits.inFlightMax * addressShareMax)
  /** Addresses that hold a place, and how many. */
  const held = new Map<string, number>()
  let inFlight = 0
  let late = false
  let full = false
  let samples = 0
  let last = monotonicMs()
  let told: string | null = null

  const stop = timers.every(sampleMs, () => {
    const now = monotonicMs()
    late = now - last - sampleMs > limits.eventLoopDelayMaxMs
    last = now
    samples += 1
    if (samples % heapSampleEvery === 0 || full) full = heapShare() > limits.heapShareMax
    tell(late ? 'event_loop' : full ? 'memory' : null)
  })

  function tell(reason: string | null): void {
    if (reason === told) return
    told = reason
    observe({ kind: 'pressure', reason })
  }

  return {
    reason() {
      if (inFlight >= limits.inFlightMax) return 'in_flight'
      if (late || monotonicMs() - last > sampleMs + limits.eventLoopDelayMaxMs) return 'event_loop'
      return full ? 'memory' : null
    },
    enter(address) {
      const own = held.get(address) ?? 0
      if (own >= perAddressMax) return false
      held.set(address, own + 1)
      inFlight += 1
      return true
    },
    leave(address) {
      const left = (held.get(address) ?? 0) - 1
      if (left > 0) held.set(address, left)
      else held.delete(address)
      inFlight -= 1
    },
    stop,
  }
}

function heapShare(): number {
  const { used_heap_size, heap_size_limit } = getHeapStatistics()
  return used_heap_size / heap_size_limit
}

import type { Clock } from '../kit/index.ts'
import { claimKeeperLead, type Database, releaseKeeperLead } from '../store/index.ts'
import type { ObserveKeeper } from './observation.ts'

export interface Lead {
  /** Whether this keeper may work now; renews its lease when a third of it is gone. */
  hold(): Promise<boolean>
  release(): Promise<void>
}

export interface LeadOptions {
  readonly database: Database
  readonly clock: Clock
  /** Which of several keepers this one is. */
  readonly name: string
  readonly leaseMs: number
  readonly observe: ObserveKeeper
}

/**
 * Of several keepers on one database one works. Two at once would harm nothing, since the contracts let each chore be
 * done once; but with one wallet they would fight over its coins, and with two they would pay for refused repeats.
 */
export function createLead({ database, clock, name, leaseMs, observe }: LeadOptions): Lead {
  let isLeading = false
  let renewAtMs = 0

  return {
    async hold() {
      const nowMs = clock.nowMs()
      if (isLeading && nowMs < renewAtMs) return true
      const before = isLeading
      isLeading = await claimKeeperLead(database, { holder: name, nowMs, leaseMs })
      renewAtMs = nowMs + leaseMs / 3
      if (isLeading !== before) observe({ kind: isLeading ? 'lead-taken' : 'lead-lost' })
      return isLeading
    },
    async release() {
      if (isLeading) await releaseKeeperLead(database, name).catch(() => undefined)
      isLeading = false
    },
  }
}

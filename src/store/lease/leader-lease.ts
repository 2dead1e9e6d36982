import { monotonicMs } from '../../kit/index.ts'
import type { Database } from '../database.ts'
import { claimLease, type LeaderRole } from './claim-lease.ts'
import { releaseLease } from './release-lease.ts'

/**
 * Of several processes with one role one works, by a lease in the database. Its end is nobody's clock: the holder counts from
 * before it asked, whoever waits from after it saw the lease renewed, each by its own time.
 *
 * standing by  another leads; `hold` looks again and takes the lease over when it was given up, or has been watched for its
 *              whole length without being renewed.
 * leading      `hold` renews the lease when a third of it is gone. Without the database it ends by itself.
 * resting      its work failed for `giveUpMs`, so it gave the lease up, and leaves it to others for `restMs`. Then it
 *              has to show that it can work before it claims again.
 */
export interface LeaderLease {
  /** Whether this process may work now. Throws what the database or, after a failure, `canWork` throws. */
  hold(): Promise<boolean>
  /** The same without asking anybody: never true for longer than the lease lasts. */
  isHeld(): boolean
  /** Tells how the work goes. Failing for `giveUpMs` gives the lease up. */
  worked(): void
  failed(reason: string): Promise<void>
  /** Why this process could not lead if it had to; null while nothing is known against it. */
  troubleReason(): string | null
  release(): Promise<void>
}

export interface LeaderLeaseOptions {
  readonly database: Database
  readonly role: LeaderRole
  /** Which of several processes this one is; any text nobody else uses. */
  readonly name: string
  /** Asked after a failure, before the lease is claimed again. */
  readonly canWork: () => Promise<unknown>
  readonly observe: (observation: LeaseObservation) => void
  readonly leaseMs?: number
  /** This process's own time, which cannot jump. */
  readonly monotonic?: () => number
}

export type LeaseObservation =
  | { readonly kind: 'lead-taken' | 'lead-lost' }
  | { readonly kind: 'lead-given-up'; readonly reason: string }

/** One that has not been heard of for so long leads no longer. */
const leaseMsDefault = 15_000
/** Longer than a node takes to restart its connections, and short enough that another works within 20 s. */
export const giveUpMs = 5_000
/** Longer than any role waits between two looks at the lease. */
export const restMs = 3_000

export function createLeaderLease(options: LeaderLeaseOptions): LeaderLease {
  const { database, role, name, observe, monotonic = monotonicMs } = options
  const leaseMs = options.leaseMs ?? leaseMsDefault
  /** Until when by `monotonic`; null while another leads. */
  let held: { readonly untilMs: number; readonly term: number } | null = null
  let renewAtMs = 0
  /** Renewals since `held` that got no answer: each may have been written, with the next term. */
  let unanswered = 0
  /** Another's lease, since when. */
  let watched: { readonly term: number; readonly sinceMs: number } | null = null
  let restUntilMs = Number.NEGATIVE_INFINITY
  let failure: { readonly sinceMs: number; readonly reason: string } | null = null

  const isHeld = (): boolean => held !== null && monotonic() < held.untilMs

  function lose(): void {
    if (held === null) return
    held = null
    observe({ kind: 'lead-lost' })
  }

  async function giveUp(): Promise<void> {
    if (held === null) return
    const { term } = held
    const last = term + unanswered
    held = null
    // One term after the other: a later claim of our own comes behind each that the database says is over.
    for (let at = term; at <= last; at++)
      if (await releaseLease(database, { role, holder: name, term: at }).catch(() => true)) return
  }

  async function claim(): Promise<boolean> {
    // From before the question: the answer may take long, and the lease runs from when the database wrote it.
    const askedAtMs = monotonic()
    const overdueTerm = watched !== null && askedAtMs - watched.sinceMs >= leaseMs ? watched.term : null
    unanswered += 1
    const claimed = await claimLease(database, { role, holder: name, overdueTerm })
    unanswered = 0
    if (claimed?.isMine !== true) {
      lose()
      if (claimed?.term !== watched?.term)
        watched = claimed === null ? null : { term: claimed.term, sinceMs: monotonic() }
      return false
    }
    watched = null
    if (held === null) observe({ kind: 'lead-taken' })
    held = { untilMs: askedAtMs + leaseMs, term: claimed.term }
    renewAtMs = askedAtMs + leaseMs / 3
    return isHeld()
  }

  return {
    isHeld,
    async hold() {
      if (isHeld()) return monotonic() < renewAtMs || claim()
      lose()
      if (monotonic() < restUntilMs) return false
      if (failure !== null) await options.canWork()
      failure = null
      return claim()
    },
    worked() {
      failure = null
    },
    async failed(reason) {
      failure = { sinceMs: failure?.sinceMs ?? monotonic(), reason }
      if (held === null || monotonic() - failure.sinceMs < giveUpMs) return
      restUntilMs = monotonic() + restMs
      observe({ kind: 'lead-given-up', reason })
      await giveUp()
    },
    troubleReason: () => failure?.reason ?? null,
    release: giveUp,
  }
}

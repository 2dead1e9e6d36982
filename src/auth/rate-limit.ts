import type { ApiKey, RateLimits } from '../domain/index.ts'
import type { Clock } from '../kit/index.ts'
import { clientOf } from './client-of.ts'
import { createMemoryWindows, type WindowState, type WindowStore } from './sliding-window.ts'

export interface LimitedRequest {
  /** GET and HEAD are reads, POST and DELETE writes; what takes orders away has a budget beside the writes. */
  readonly kind: 'read' | 'write' | 'cancel'
  /** The caller's address as the socket or the trusted proxy gives it. */
  readonly ip: string
  /** A key that `authenticate` has accepted; null for no key and for a bad one, which are charged to the address. */
  readonly key: Pick<ApiKey, 'id' | 'limits'> | null
}

export interface RateDecision {
  readonly allowed: boolean
  /** For RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset. */
  readonly limit: number
  readonly remaining: number
  readonly resetSeconds: number
  /** For Retry-After; 0 when allowed. */
  readonly retryAfterSeconds: number
}

export interface RateLimiter {
  /** Takes one request from the budget it belongs to, at once where counts are kept in process. A refused one costs nothing. */
  take(request: LimitedRequest): RateDecision | Promise<RateDecision>
}

export interface RateLimiterOptions {
  /** Time that cannot jump. */
  readonly clock: Clock
  /** Requests a minute, for an address without a key and for a key. */
  readonly anonymous: RateLimits
  readonly key: RateLimits
  readonly windows?: WindowStore
}

/** Cancels and quotes a minute for a key: who has used up its writes can still take its orders away. */
export const CANCELS_PER_MINUTE = 120

/** All keys behind one address together have this many times a key's budget: minting keys does not multiply it for ever. */
const keysPerAddress = 10
/** Addresses and keys remembered in process at once: some 30 MB when all are busy. */
export const windowsMax = 100_000

/**
 * Only a valid key has a budget of its own, so random keys buy nothing. What a key's budget allows, the budget of all
 * keys behind the same address must allow too; the headers tell of the one that is nearer its end.
 */
export function createRateLimiter(options: RateLimiterOptions): RateLimiter {
  const { clock, anonymous, key: usual, windows = createMemoryWindows(windowsMax) } = options
  return {
    take({ kind, ip, key }) {
      const field = kind === 'read' ? 'reads' : 'writes'
      const client = clientOf(ip)
      const [own, all] =
        kind === 'cancel'
          ? [CANCELS_PER_MINUTE, CANCELS_PER_MINUTE]
          : [key?.limits[field] ?? usual[field], usual[field]]
      const asked = key
        ? [
            { name: `${kind} key ${key.id}`, limit: own },
            { name: `${kind} keys ${client}`, limit: keysPerAddress * all },
          ]
        : // Without a key nothing is built, so there is nothing to take away: refused as any other write.
          [{ name: `${kind === 'read' ? 'read' : 'write'} address ${client}`, limit: anonymous[field] }]
      const nowMs = clock.nowMs()
      const states = windows.take(asked, nowMs)
      return Array.isArray(states) ? decide(asked, states) : states.then((known) => decide(asked, known))
    },
  }
}

function decide(asked: readonly { limit: number }[], states: readonly WindowState[]): RateDecision {
  const budgets = asked.map(({ limit }, index) => {
    const { used, resetSeconds, counted } = states[index]! // a store answers for every window, in order
    return { limit, remaining: Math.max(0, limit - used), resetSeconds, counted }
  })
  const nearest = budgets.reduce((a, b) => (b.remaining < a.remaining ? b : a))
  const allowed = nearest.counted
  return {
    allowed,
    limit: nearest.limit,
    remaining: nearest.remaining,
    resetSeconds: nearest.resetSeconds,
    retryAfterSeconds: allowed ? 0 : Math.max(1, nearest.resetSeconds),
  }
}

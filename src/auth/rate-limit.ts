import type { ApiKey } from '../domain/index.ts'

export interface LimitedRequest {
  /** GET and HEAD are reads, POST and DELETE writes. */
  readonly kind: 'read' | 'write'
  /** The caller's address as the socket or the trusted proxy gives it. */
  readonly ip: string
  /** A key that `authenticate` vouched for; null for no key and for a bad one, which are charged to the address. */
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
  /** Takes one request from the budget it belongs to. A refused request costs nothing. */
  take(request: LimitedRequest): Promise<RateDecision>
}

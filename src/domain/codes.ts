import { Refusal } from '../kit/index.ts'

/** Every public error code. A code is a promise: status and message are in api/errors/registry.ts. */
export const errorCodes = [
  'INVALID_REQUEST',
  'UNAUTHORIZED',
  'INVALID_SIGNATURE',
  'CHALLENGE_EXPIRED',
  'INSUFFICIENT_SCOPE',
  'NOT_FOUND',
  'MARKET_CLOSED',
  'STATE_CONFLICT',
  'INSUFFICIENT_BALANCE',
  'RATE_LIMITED',
  'INTERNAL_ERROR',
  'UPSTREAM_TIMEOUT',
  'UPSTREAM_ERROR',
  'UNAVAILABLE',
] as const

export type ErrorCode = (typeof errorCodes)[number]

/** Makes the refusal to throw: `throw refuse('MARKET_CLOSED', { marketAddress })`. */
export function refuse(
  code: ErrorCode,
  details?: Readonly<Record<string, unknown>>,
  message?: string,
): Refusal {
  return new Refusal(code, details, message)
}

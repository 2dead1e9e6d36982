import { type Random, randomBelow } from '../kit/index.ts'
import type { OperationId } from '../wire/index.ts'
import { NetworkError, SibylError } from './sibyl-error.ts'

/** How often a request is sent at most: the first time and three more. */
export const ATTEMPTS_MAX = 4

/** The first pause; each further one may be twice as long, up to the cap. */
const PAUSE_FIRST_MS = 250
const PAUSE_MAX_MS = 8_000

/** Rate limits are per minute, so a longer wait is not a wait for them: the caller should know. */
const RETRY_AFTER_MAX_MS = 60_000

/** Spread beside a Retry-After, so that many clients that were told the same do not come back at once. */
const RETRY_AFTER_SPREAD_MS = 250

/**
 * Each call of these does something once more: another key, more coins. Everything else may be sent again: reads change
 * nothing, builds and relayed reveals are idempotent by body, revoking twice is revoking once, challenges may be many.
 */
const notRepeatable: readonly OperationId[] = ['mintKey', 'fundWallet']

/** How long to wait before trying again, or null when trying again is wrong or hopeless. */
export function pauseBefore(
  failure: unknown,
  { operation, failures, random }: { operation: OperationId; failures: number; random: Random },
): number | null {
  if (!mayRepeat(failure, operation)) return null
  const asked = failure instanceof SibylError ? failure.retryAfterMs : null
  if (asked !== null)
    return asked > RETRY_AFTER_MAX_MS ? null : asked + randomBelow(random, RETRY_AFTER_SPREAD_MS)
  const longest = Math.min(PAUSE_MAX_MS, PAUSE_FIRST_MS * 2 ** (failures - 1))
  return 1 + randomBelow(random, longest)
}

/** A rate limit refuses before anything is done, so even what must not happen twice may come again after it. */
function mayRepeat(failure: unknown, operation: OperationId): boolean {
  if (failure instanceof SibylError) {
    if (failure.status === 429) return true
    // An operator closed the venue and will open it again: nobody knows when, and the caller should know at once.
    if (failure.details.reason === 'maintenance') return false
    return (failure.status === 502 || failure.status === 503) && !notRepeatable.includes(operation)
  }
  if (!(failure instanceof NetworkError) || notRepeatable.includes(operation)) return false
  return failure.trouble !== 'bad_answer' || [502, 503, 504].includes(failure.status ?? 0)
}

import { refuse } from '../../domain/index.ts'
import type { Refusal } from '../../kit/index.ts'

/**
 * The one refusal that comes in thousands a second. Made once: finding out where it was thrown would cost more than all
 * the rest of the answer, and nobody asks.
 */
export const overloaded: Refusal = Object.freeze(
  refuse(
    'UNAVAILABLE',
    { reason: 'overload', retryAfter: 5 },
    'the service is overloaded; retry with backoff',
  ),
)

import type { Context } from './kind.ts'

/** Five dead orders in front, each in a chunk of levels of its own, were measured at 21k: more are not looked at. */
const WALK_GAS = 25_000

/**
 * In the closing window a call of the book looks at the orders that hold the price, and anybody may have put dead ones
 * there between build and block.
 */
export const walkGas = (
  { venue, deadlineMs }: Pick<Context, 'venue' | 'deadlineMs'>,
  endsAtMs: number,
): number => (deadlineMs + venue.periods.closingMs > endsAtMs ? WALK_GAS : 0)

import type { Outcome } from '../../domain/index.ts'

/** What shares of an outcome are worth: one unit each when it won, half of one, rounded down, when void. */
export function payoutOf(outcome: Outcome, shares: bigint, finalOutcome: number | null): bigint {
  if (finalOutcome === 3) return shares / 2n
  return finalOutcome === (outcome === 'yes' ? 1 : 2) ? shares : 0n
}

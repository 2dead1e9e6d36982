import { type Outcome, voidPayout } from '../../domain/index.ts'
import type { MarketRow } from '../../store/index.ts'

/** What shares of an outcome are worth: one unit each when it won, the closing price, rounded down, when void. */
export function payoutOf(
  outcome: Outcome,
  shares: bigint,
  { finalOutcome, closing }: Pick<MarketRow, 'finalOutcome' | 'closing'>,
): bigint {
  if (closing !== null) return voidPayout(closing, { yes: 0n, no: 0n, [outcome]: shares })
  return finalOutcome === (outcome === 'yes' ? 1 : 2) ? shares : 0n
}

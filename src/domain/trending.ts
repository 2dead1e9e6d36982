/** How long until traded volume counts half for the trending order. */
export const TREND_HALF_LIFE_MS = 86_400_000

const FRACTION_BITS = 20
const FRACTION = 2 ** FRACTION_BITS

/**
 * Volume that fades: halved every half-life, a straight line in between. All in whole numbers, because two machines
 * that index the same chain must write the same rows.
 */
export function fadeVolume(amount: bigint, elapsedMs: number): bigint {
  const halvings = Math.floor(elapsedMs / TREND_HALF_LIFE_MS)
  const rest = BigInt(elapsedMs - halvings * TREND_HALF_LIFE_MS)
  const halfLife = BigInt(TREND_HALF_LIFE_MS)
  return ((amount * (2n * halfLife - rest)) / (2n * halfLife)) >> BigInt(halvings)
}

/**
 * Where a market stands in the trending order: log2 of its faded volume at its last trade plus the half-lives gone by
 * until then. Since everything fades at one rate, this number orders markets rightly at any later time, and a market
 * nobody trades need not be touched.
 */
export function trendingScore(amount: bigint, atMs: number): number {
  if (amount <= 0n) return 0
  const bits = amount.toString(2).length - 1
  const fraction =
    bits >= FRACTION_BITS
      ? Number(amount >> BigInt(bits - FRACTION_BITS)) - FRACTION
      : Number(amount << BigInt(FRACTION_BITS - bits)) - FRACTION
  return bits * FRACTION + fraction + Math.floor((atMs / TREND_HALF_LIFE_MS) * FRACTION)
}

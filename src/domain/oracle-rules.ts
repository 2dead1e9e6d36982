import { maxBigint, minBigint } from '../kit/index.ts'
import { tiers } from './tier.ts'

/** The oracle's arithmetic that more than one room needs. */

/** What a submission puts up, given what depends on the outcome: 2 % of it, within the venue's bounds. */
export function bondOf(
  exposure: bigint,
  limits: { readonly bond: bigint; readonly bondMax: bigint },
): bigint {
  const share = (exposure * 2n + 99n) / 100n
  return minBigint(maxBigint(share, limits.bond), limits.bondMax)
}

/**
 * A case's bonds in order: the submitter's, the disputer's equal one, and the appeals', each twice the one before. The
 * dispute lowers the case's bond to `bondOf` of the exposure then, where that is less.
 */
export const bondAt = (bond: bigint, place: number): bigint => (place < 2 ? bond : bond << BigInt(place - 1))

/**
 * Whether all stakes together could decide a dispute: they reach the quorum, and belong to as many wallets as must reveal.
 * Fewer wallets can weigh no more than the highest tier each.
 */
export const canDecide = (
  wholeWeight: number,
  quorum: { readonly quorumWeight: number; readonly quorumWallets: number },
): boolean => wholeWeight >= quorum.quorumWeight && wholeWeight > (quorum.quorumWallets - 1) * tiers[0].weight

/** The revealed weight the first round of a dispute needs, when all stakes together weigh this much. */
export const quorumOf = (wholeWeight: number, quorumWeight: number): number =>
  Math.max(quorumWeight, Math.ceil(wholeWeight / 4))

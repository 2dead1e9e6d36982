/** The oracle's arithmetic that more than one room needs. */

/** What a submission puts up, given what depends on the outcome: 2 % of it, within the venue's bounds. */
export function bondOf(
  exposure: bigint,
  limits: { readonly bond: bigint; readonly bondMax: bigint },
): bigint {
  const share = (exposure * 2n + 99n) / 100n
  const least = share > limits.bond ? share : limits.bond
  return least < limits.bondMax ? least : limits.bondMax
}

/**
 * A case's bonds in order: the submitter's, the disputer's equal one, and the appeals', each twice the one before. The
 * dispute lowers the case's bond to `bondOf` of the exposure then, where that is less.
 */
export const bondAt = (bond: bigint, place: number): bigint => (place < 2 ? bond : bond << BigInt(place - 1))

/** Submitter, disputer and two appeals. */
export const BONDS_MAX = 4

/** The revealed weight the first round of a dispute needs, when all stakes together weigh this much. */
export const quorumOf = (wholeWeight: number, quorumWeight: number): number =>
  Math.max(quorumWeight, Math.ceil(wholeWeight / 4))

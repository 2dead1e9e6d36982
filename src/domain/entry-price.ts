import { mulDiv } from './amount.ts'

/** The average buy price of the shares held, as the quotient cost / quantity, so that selling leaves it exactly alone. */
export interface EntryBasis {
  /** Price in thousandths × shares, summed. */
  readonly entryCost: bigint
  readonly entryQuantity: bigint
}

/** After buying `quantity` at `price` on top of `held` shares. Fees play no part. */
export function addBuy(basis: EntryBasis, held: bigint, price: number, quantity: bigint): EntryBasis {
  const bought = BigInt(price) * quantity
  if (held === 0n) return { entryCost: bought, entryQuantity: quantity }
  const heldCost =
    basis.entryQuantity === held ? basis.entryCost : roundHalfUp(basis.entryCost * held, basis.entryQuantity)
  return { entryCost: heldCost + bought, entryQuantity: held + quantity }
}

/** Whole thousandths, a half rounded up; null without shares. */
export function entryPriceOf(basis: EntryBasis, held: bigint): number | null {
  return held === 0n ? null : Number(roundHalfUp(basis.entryCost, basis.entryQuantity))
}

const roundHalfUp = (numerator: bigint, denominator: bigint): bigint =>
  mulDiv(2n * numerator + denominator, 1n, 2n * denominator, 'down')

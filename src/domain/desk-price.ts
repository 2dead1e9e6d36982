import { mulDiv } from './amount.ts'

/** What the desk holds. */
export interface DeskReserves {
  readonly native: bigint
  readonly collateral: bigint
}

/** Of a hundred parts that come in, as many count; the rest is the liquidity's. */
const AFTER_FEE = 99n

/** What the desk asks for this much native coin, or null when it has not that much. */
export function priceOfNative(amount: bigint, reserves: DeskReserves): bigint | null {
  if (amount >= reserves.native) return null
  return mulDiv(reserves.collateral * amount, 100n, (reserves.native - amount) * AFTER_FEE, 'up')
}

import { mulDiv } from './amount.ts'

/** Prices are thousandths of a collateral unit. */
export const PRICE_SCALE = 1000n

/** The taker's fee in thousandths; makers pay none. */
export const TAKER_FEE_PERMILLE = 25n

/** What a resting buy with r left at price p holds: L(r) = ceil(p × r / 1000). */
export const lockOf = (price: number, remaining: bigint): bigint =>
  mulDiv(BigInt(price), remaining, PRICE_SCALE, 'up')

/** What a seller gets for q at price p, and a buyer of a resting sell pays: rounded down. */
export const proceedsOf = (price: number, quantity: bigint): bigint =>
  mulDiv(BigInt(price), quantity, PRICE_SCALE, 'down')

/** The taker's fee on what it paid or got for its shares in one transaction. */
export const takerFee = (notional: bigint): bigint => mulDiv(notional, TAKER_FEE_PERMILLE, 1000n, 'up')

/**
 * What a buy order brings: its notional, rounded up, plus the taker fee on that, rounded up again. Two roundings and
 * not one, because the contract rounds a fill and its fee separately.
 */
export function collateralForBuy(price: number, quantity: bigint): bigint {
  const notional = lockOf(price, quantity)
  return notional + takerFee(notional)
}

export interface FeeSplit {
  readonly refererFee: bigint
  readonly creatorFee: bigint
  readonly treasuryFee: bigint
}

/** Who gets a fee: the referrer a tenth, the creator its share in percent, both rounded down, the treasury the rest. */
export function splitFee(fee: bigint, options: { hasReferer: boolean; creatorShare: number }): FeeSplit {
  const refererFee = options.hasReferer ? fee / 10n : 0n
  const creatorFee = mulDiv(fee, BigInt(options.creatorShare), 100n, 'down')
  return { refererFee, creatorFee, treasuryFee: fee - refererFee - creatorFee }
}

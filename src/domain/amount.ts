import { Bug } from '../kit/index.ts'

/** Money is a whole number of a token's base units, at most 2^256-1. */
export const AMOUNT_MAX = (1n << 256n) - 1n

/** One ALPH, and one token of 18 decimals, as the devnet's have; a venue's unit is 10^decimals of its own token. */
export const ONE = 10n ** 18n

/** The contracts count quantities and stakes below this, so that no product of theirs overflows. */
export const CONTRACT_LIMIT = 1n << 128n

export type Rounding = 'up' | 'down'

/** a × b / divisor with the rounding said aloud; multiplication first, so nothing is lost on the way. */
export function mulDiv(a: bigint, b: bigint, divisor: bigint, rounding: Rounding): bigint {
  if (a < 0n || b < 0n || divisor <= 0n)
    throw new Bug(`mulDiv(${a}, ${b}, ${divisor}): negative or zero divisor`)
  const product = a * b
  return rounding === 'down' ? product / divisor : (product + divisor - 1n) / divisor
}

const digits = /^(?:0|[1-9][0-9]{0,77})$/

/** Digit string of the interface → amount, or null: no sign, no leading zero, no exponent, at most 2^256-1. */
export function parseAmount(text: string): bigint | null {
  if (!digits.test(text)) return null
  const value = BigInt(text)
  return value <= AMOUNT_MAX ? value : null
}

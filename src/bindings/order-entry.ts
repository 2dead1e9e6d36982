import { lockOf, PRICE_SCALE } from '../domain/index.ts'
import type { EntryOf } from './state.ts'

/** What cancelling a resting order gives back in collateral: a sell's shares are none. */
export function lockOfEntry({ terms, quantity }: EntryOf<'Order'>): bigint {
  const isSell = (terms & 1n) === 1n
  const level = (terms >> 2n) & 1023n // zero is the price of a whole pair
  return isSell ? 0n : lockOf(Number(PRICE_SCALE - level), quantity)
}

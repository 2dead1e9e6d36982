import type { LocalBook } from 'sibyl/client'

export interface DepthPoint {
  readonly price: number
  /** All that rests at this price and better ones, base units. */
  readonly total: bigint
}

/** Levels, best first, as a growing sum. */
export function depthOf(levels: LocalBook['bids']): DepthPoint[] {
  let total = 0n
  return levels.map(({ price, quantity }) => {
    total += BigInt(quantity)
    return { price, total }
  })
}

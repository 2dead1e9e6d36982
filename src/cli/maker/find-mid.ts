import type { OrderBook } from '../../client/index.ts'
import type { Level, OthersBook, SideTotals } from '../../domain/index.ts'

/** The book without own orders. */
export function othersOf({ yes }: Pick<OrderBook, 'yes'>, own: SideTotals): OthersBook {
  const without = (levels: OrderBook['yes']['bids'], mine: ReadonlyMap<number, bigint>): Level[] =>
    levels
      .map(({ price, quantity }) => ({ price, quantity: BigInt(quantity) - (mine.get(price) ?? 0n) }))
      .filter(({ quantity }) => quantity > 0n)
  return { bids: without(yes.bids, own.bid), asks: without(yes.asks, own.ask) }
}

/**
 * The middle between bid and ask, each where as many shares as `depth` have come together: a price that a few shares stand at
 * is cheap to make up. Null while a side has fewer.
 */
export function findMid({ bids, asks }: OthersBook, depth: bigint): number | null {
  const bid = reach(bids, depth)
  const ask = reach(asks, depth)
  return bid === null || ask === null ? null : Math.floor((bid + ask) / 2)
}

function reach(levels: readonly Level[], depth: bigint): number | null {
  let found = 0n
  for (const { price, quantity } of levels) {
    found += quantity
    if (found >= depth) return price
  }
  return null
}

import { bookPriceOf } from './book-side.ts'
import { PRICE_SCALE } from './fee.ts'
import type { OrderBook } from './order-book.ts'

/** What a void pays where nothing was traded. */
const NO_TRADE = 500
/** So many orders of a side are asked whether they live. */
const LOOKED_AT_MAX = 5

/**
 * The price of yes over the last `closingMs` before `endsAtMs`, weighted by time. What stands is the last fill of at
 * least one share, held between the best bid and the best ask that live; the time before the first fill does not count.
 */
export function createClosingPrice(options: {
  readonly endsAtMs: number
  readonly closingMs: number
  readonly book: OrderBook
}) {
  const { endsAtMs, book } = options
  const startsAtMs = endsAtMs - options.closingMs
  interface Held {
    readonly price: number
    readonly expiresAtMs: number | null
  }
  interface Step {
    readonly atMs: number
    readonly last: number
    readonly bids: readonly Held[]
    readonly asks: readonly Held[]
  }
  const steps: Step[] = []
  let last: number | null = null
  const firstOf = (side: 'bid' | 'ask'): Held[] =>
    book
      .list(side)
      .slice(0, LOOKED_AT_MAX)
      .map(({ price, outcome, expiresAtMs }) => ({ price: bookPriceOf(price, outcome), expiresAtMs }))

  /** What stood until then. An order that ended before holds nothing: nobody could trade with it. */
  function standing(step: Step, toMs: number): number {
    const lives = ({ expiresAtMs }: Held): boolean => expiresAtMs === null || expiresAtMs >= toMs
    const bid = step.bids.find(lives)?.price ?? 0
    const ask = step.asks.find(lives)?.price ?? 1000
    return Math.max(bid, Math.min(step.last, ask))
  }

  return {
    /** A fill of at least one share, in the price of yes. */
    traded(price: number): void {
      last = price
    },
    /** The book as it is now stands from that time on. */
    stands(atMs: number): void {
      if (last !== null) steps.push({ atMs, last, bids: firstOf('bid'), asks: firstOf('ask') })
    },
    /** To the nearest thousandth, a half upwards. */
    closing(): number {
      let [sum, covered] = [0n, 0n]
      for (const [i, step] of steps.entries()) {
        const from = Math.max(step.atMs, startsAtMs)
        const to = Math.min(steps[i + 1]?.atMs ?? endsAtMs, endsAtMs)
        if (to <= from) continue
        sum += BigInt(standing(step, to)) * BigInt(to - from)
        covered += BigInt(to - from)
      }
      return covered === 0n ? NO_TRADE : Number((2n * sum + covered) / (2n * covered))
    },
  }
}

/** What so many shares pay at a closing price of yes, rounded down for each lot. */
export function voidPayout(closing: number, shares: { readonly yes: bigint; readonly no: bigint }): bigint {
  return (
    (shares.yes * BigInt(closing)) / PRICE_SCALE + (shares.no * (PRICE_SCALE - BigInt(closing))) / PRICE_SCALE
  )
}

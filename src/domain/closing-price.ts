import { bookPriceOf } from './book-side.ts'
import { PRICE_SCALE } from './fee.ts'
import type { OrderBook } from './order-book.ts'

/** What a void pays where nothing was traded. */
const NO_TRADE = 500
/** So many orders of a side are asked until when they live; the one behind them is believed to live. */
const LOOKED_AT_MAX = 5

/**
 * The price of yes over the last `closingMs` before `endsAtMs`, weighted by time. What stands is the last fill of at
 * least one share, held between the best bid and the best ask as long as they live; the time before the first fill does
 * not count.
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
      .slice(0, LOOKED_AT_MAX + 1)
      .map(({ price, outcome, expiresAtMs }, i) => ({
        price: bookPriceOf(price, outcome),
        expiresAtMs: i < LOOKED_AT_MAX ? expiresAtMs : null,
      }))

  /** Each order better than the last fill holds until it ends, then the next one; the last fill takes the rest. */
  function heldSum({ last, bids, asks }: Step, fromMs: number, toMs: number): bigint {
    const better = [...bids.filter(({ price }) => price > last), ...asks.filter(({ price }) => price < last)]
    let [sum, sinceMs] = [0n, fromMs]
    for (const { price, expiresAtMs } of better) {
      const untilMs = Math.min(expiresAtMs ?? toMs, toMs)
      if (untilMs <= sinceMs) continue
      sum += BigInt(price) * BigInt(untilMs - sinceMs)
      sinceMs = untilMs
    }
    return sum + BigInt(last) * BigInt(toMs - sinceMs)
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
        sum += heldSum(step, from, to)
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

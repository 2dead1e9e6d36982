import { bookPriceOf } from './book-side.ts'
import { PRICE_SCALE } from './fee.ts'
import type { OrderBook } from './order-book.ts'

/** What a void pays where nothing was traded. */
const NO_TRADE = 500

/**
 * The price of yes over the last `closingMs` before `endsAtMs`, weighted by time. What stands is the last fill of at
 * least one share, held between best bid and best ask; the time before the first fill does not count.
 */
export function createClosingPrice(options: {
  readonly endsAtMs: number
  readonly closingMs: number
  readonly book: OrderBook
}) {
  const { endsAtMs, book } = options
  const startsAtMs = endsAtMs - options.closingMs
  const steps: { readonly atMs: number; readonly price: number }[] = []
  let last: number | null = null

  return {
    /** A fill of at least one share, in the price of yes. */
    traded(price: number): void {
      last = price
    },
    /** The book as it is now stands from that time on. */
    stands(atMs: number): void {
      if (last === null) return
      const [bid] = book.list('bid')
      const [ask] = book.list('ask')
      const above = bid === undefined ? last : Math.max(last, bookPriceOf(bid.price, bid.outcome))
      steps.push({
        atMs,
        price: ask === undefined ? above : Math.min(above, bookPriceOf(ask.price, ask.outcome)),
      })
    },
    /** To the nearest thousandth, a half upwards. */
    closing(): number {
      let [sum, covered] = [0n, 0n]
      for (const [i, { atMs, price }] of steps.entries()) {
        const from = Math.max(atMs, startsAtMs)
        const to = Math.min(steps[i + 1]?.atMs ?? endsAtMs, endsAtMs)
        if (to <= from) continue
        sum += BigInt(price) * BigInt(to - from)
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

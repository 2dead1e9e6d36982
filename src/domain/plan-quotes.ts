import { minBigint } from '../kit/index.ts'
import type { Outcome, Side } from './order-terms.ts'

/** How a market is made. Prices are thousandths of yes, amounts base units of shares. */
export interface MakerTerms {
  /** Between the two prices. */
  readonly width: number
  /** Shares on each side. */
  readonly size: bigint
  /** By so much both prices lean against a position that is at its limit. */
  readonly skew: number
  /** Shares of one outcome beyond those of the other at most, whatever is filled; at least two sizes. */
  readonly positionMax: bigint
}

export interface Stance {
  /** What yes is thought to be worth. */
  readonly fair: number
  /** Shares held, those in resting sells included: a new quote frees them first. */
  readonly yes: bigint
  readonly no: bigint
  /** The best that others bid and ask for yes; an order that reached it would be skipped. */
  readonly bestBid?: number | undefined
  readonly bestAsk?: number | undefined
}

export interface PlannedOrder {
  readonly side: Side
  readonly outcome: Outcome
  readonly price: number
  readonly quantity: bigint
}

/** A part of a size that is not worth an entry of its own. */
const PART_MIN = 100n

/**
 * A bid and an ask for yes. What one side would buy, the other outcome's shares are sold for first: that frees collateral
 * and never leaves a pair lying. Between the look at the position and the block of the quote, the orders it replaces may be
 * filled, at most one size of them; so a size is kept back from the limit.
 */
export function planQuotes(
  { width, size, skew, positionMax }: MakerTerms,
  { fair, yes, no, bestBid = 0, bestAsk = 1_000 }: Stance,
): PlannedOrder[] {
  const limit = positionMax - size
  const net = yes - no
  const low = fair - Number((BigInt(skew) * net) / positionMax) - Math.floor(width / 2)
  const bid = Math.min(low, bestAsk - 1)
  const ask = Math.max(low + width, bestBid + 1)
  return [
    ...split(bid, minBigint(size, limit - net), { sold: 'no', held: no, bought: 'yes' }),
    ...split(ask, minBigint(size, limit + net), { sold: 'yes', held: yes, bought: 'no' }),
  ].filter(({ quantity }) => quantity > 0n && quantity >= size / PART_MIN)
}

/** One side of the book at a price of yes; nothing when no order can have that price. */
function split(
  price: number,
  quantity: bigint,
  { sold, held, bought }: { readonly sold: Outcome; readonly held: bigint; readonly bought: Outcome },
): PlannedOrder[] {
  if (price < 1 || price > 999 || quantity <= 0n) return []
  const priceOf = (outcome: Outcome): number => (outcome === 'yes' ? price : 1_000 - price)
  const fromHeld = minBigint(held, quantity)
  return [
    { side: 'sell', outcome: sold, price: priceOf(sold), quantity: fromHeld },
    { side: 'buy', outcome: bought, price: priceOf(bought), quantity: quantity - fromHeld },
  ]
}

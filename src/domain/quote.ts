import { bookPriceOf } from './book-side.ts'
import { lockOf, PRICE_SCALE, proceedsOf, takerFee } from './fee.ts'
import { crosses, type RestingOrder } from './order-book.ts'
import type { FillType, Outcome, Side } from './order-terms.ts'

/** What an order is asked for. Without a price it takes whatever rests, as a market order would. */
export interface QuoteTerms {
  readonly side: Side
  readonly outcome: Outcome
  /** Shares to trade; or, of a buy only, the collateral to spend at most, fee included. */
  readonly size: { readonly quantity: bigint } | { readonly spend: bigint }
  /** Worst acceptable, in the order's own outcome. */
  readonly price: number | null
  /** Whose own resting orders are cancelled when they are met. */
  readonly trader: string | null
  readonly fillsMax: number
  /** An order rests with at least so much: one share. */
  readonly restingMin: bigint
  /** Orders that end by themselves are cancelled from then on when they are met. */
  readonly nowMs: number
}

export interface QuotedFill {
  readonly makerOrderId: number
  readonly fillType: FillType
  /** In the taker's outcome. */
  readonly price: number
  readonly quantity: bigint
  /** What the taker pays or gets for it, without fee. */
  readonly collateral: bigint
}

export interface Quote {
  readonly fills: readonly QuotedFill[]
  readonly filled: bigint
  readonly notional: bigint
  readonly fee: bigint
  /** What would wait in the book; 0 without a price. */
  readonly resting: bigint
}

/**
 * What an order would do now, to the unit: the contract's matching over the orders that face it, best price first and oldest
 * first at a price. It stops where the contract does: filled, no longer crossing, or as many fills as one transaction has.
 */
export function quoteFills(facing: readonly Readonly<RestingOrder>[], terms: QuoteTerms): Quote {
  const fills: QuotedFill[] = []
  const limit = { ...terms, price: terms.price ?? (terms.side === 'buy' ? 999 : 1) }
  const wanted = 'quantity' in terms.size ? terms.size.quantity : null
  let filled = 0n
  let notional = 0n
  let met = 0
  let isSpent = wanted === 0n
  for (const maker of facing) {
    if (isSpent || met === terms.fillsMax || !crosses(limit, maker)) break
    met += 1
    if (maker.trader === terms.trader || isDead(maker, terms)) continue
    const costOf = (quantity: bigint): bigint => takerCollateral(terms.side, maker, quantity)
    const most = wanted === null ? maker.remaining : smaller(wanted - filled, maker.remaining)
    const quantity =
      'spend' in terms.size ? affordable(most, terms.size.spend, (q) => notional + costOf(q)) : most
    isSpent = quantity < maker.remaining || quantity + filled === wanted
    if (quantity === 0n) break
    const collateral = costOf(quantity)
    fills.push({
      makerOrderId: maker.orderId,
      fillType: fillTypeOf(terms.side, maker.side),
      price: maker.outcome === terms.outcome ? maker.price : 1000 - maker.price,
      quantity,
      collateral,
    })
    filled += quantity
    notional += collateral
  }
  const left = wanted === null ? 0n : wanted - filled
  const next = facing[met]
  const canRest = terms.price !== null && left >= terms.restingMin && !(next && crosses(limit, next))
  return { fills, filled, notional, fee: takerFee(notional), resting: canRest ? left : 0n }
}

const isDead = ({ expiresAtMs }: Readonly<RestingOrder>, { nowMs }: QuoteTerms): boolean =>
  expiresAtMs !== null && expiresAtMs <= nowMs

/** The largest part of `most` whose notional and fee stay within what may be spent; cost grows with quantity. */
function affordable(most: bigint, spend: bigint, notionalWith: (quantity: bigint) => bigint): bigint {
  const fits = (quantity: bigint): boolean => {
    const notional = notionalWith(quantity)
    return notional + takerFee(notional) <= spend
  }
  if (fits(most)) return most
  let [low, high] = [0n, most]
  while (high - low > 1n) {
    const middle = (low + high) / 2n
    if (fits(middle)) low = middle
    else high = middle
  }
  return low
}

/** Rounded as the contract rounds it: a resting buy pays out of its lock, a resting sell is paid rounded down. */
function takerCollateral(side: Side, maker: Readonly<RestingOrder>, quantity: bigint): bigint {
  const makers =
    maker.side === 'buy'
      ? lockOf(maker.price, maker.remaining) - lockOf(maker.price, maker.remaining - quantity)
      : proceedsOf(maker.price, quantity)
  return maker.side === side ? quantity - makers : makers
}

const fillTypeOf = (taker: Side, maker: Side): FillType =>
  taker !== maker ? 'transfer' : taker === 'buy' ? 'mint' : 'merge'

const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/** Thousandths a share, rounded to the trader's disadvantage; null when nothing fills. */
export function averagePriceOf(side: Side, { filled, notional }: Quote): number | null {
  if (filled === 0n) return null
  const up = side === 'buy' ? filled - 1n : 0n
  return Number((notional * PRICE_SCALE + up) / filled)
}

/**
 * How much worse than the middle of the book the fills are, in hundredths of a percent, rounded up; null when nothing fills or
 * one side is empty. Best prices are of the yes book.
 */
export function slippageBpsOf(
  { side, outcome }: Pick<QuoteTerms, 'side' | 'outcome'>,
  { filled, notional }: Quote,
  best: { readonly bid: number | null; readonly ask: number | null },
): number | null {
  if (filled === 0n || best.bid === null || best.ask === null) return null
  const middle = BigInt(bookPriceOf(best.bid, outcome) + bookPriceOf(best.ask, outcome)) * filled
  const worse = (side === 'buy' ? 1n : -1n) * (2n * PRICE_SCALE * notional - middle) * 10_000n
  // BigInt division cuts towards zero, which is up for what is better than the middle.
  return Number(worse > 0n ? (worse + middle - 1n) / middle : worse / middle)
}

import { lockOf, type Outcome, type Side, takerFee } from '../domain/index.ts'
import type { OrderBook } from '../wire/index.ts'

export interface Quote {
  /** Shares that would fill now. */
  readonly filled: bigint
  /** Paid or received for them in collateral, before the fee. */
  readonly notional: bigint
  readonly fee: bigint
  /** Thousandths, rounded to the trader's disadvantage; null when nothing fills. */
  readonly averagePrice: number | null
  /** The last price met: as `price` of an order it reaches exactly these fills. Null when nothing fills. */
  readonly worstPrice: number | null
}

/**
 * What an order would meet in a book as it was read, best price first. The chain decides: the book moves, each fill is
 * rounded by itself, and only the levels that were asked for are known.
 */
export function quoteOrder(
  book: Pick<OrderBook, 'yes' | 'no'>,
  order: {
    readonly side: Side
    readonly outcome: Outcome
    readonly quantity: bigint
    readonly price?: number
  },
): Quote {
  const isBuy = order.side === 'buy'
  const levels = isBuy ? book[order.outcome].asks : book[order.outcome].bids
  let filled = 0n
  let notional = 0n
  let worstPrice: number | null = null
  for (const { price, quantity } of levels) {
    const isPast = order.price !== undefined && (isBuy ? price > order.price : price < order.price)
    const left = order.quantity - filled
    if (isPast || left === 0n) break
    const met = BigInt(quantity) < left ? BigInt(quantity) : left
    filled += met
    notional += isBuy ? lockOf(price, met) : (BigInt(price) * met) / 1000n
    worstPrice = price
  }
  const thousandths = notional * 1000n
  const averagePrice =
    filled === 0n ? null : Number(isBuy ? (thousandths + filled - 1n) / filled : thousandths / filled)
  return { filled, notional, fee: takerFee(notional), averagePrice, worstPrice }
}

import type { FillType, FinalOutcome, MarketState, Outcome, Side, TimeInForce } from './order-terms.ts'

/**
 * What a market contract says, in the order in which it says it. One placement is one OrderPlaced, then its
 * OrderFilled and the OrderCancelled of resting orders it met, then an OrderCancelled of its own when the rest does
 * not stay in the book, then one FeeCharged when it traded. An order without a cancel rests with quantity − fills.
 */
export type MarketEvent =
  | OrderPlaced
  | OrderExpires
  | OrderFilled
  | FeeCharged
  | OrderCancelled
  | PairsSplit
  | PairsMerged
  | MarketStateChanged
  | SubmitterPaid
  | PositionSettled
  | OrderReleased
  | FeesPaid
  | ChunkSwept

interface OfMarket {
  readonly marketAddress: string
}

export interface OrderPlaced extends OfMarket {
  readonly type: 'OrderPlaced'
  readonly orderId: number
  readonly trader: string
  readonly side: Side
  readonly outcome: Outcome
  readonly price: number
  readonly quantity: bigint
  readonly timeInForce: TimeInForce
  readonly isMarketOrder: boolean
  readonly referer: string | null
}

/** Follows the OrderPlaced of an order that ends by itself when block time reaches expiresAtMs. */
export interface OrderExpires extends OfMarket {
  readonly type: 'OrderExpires'
  readonly orderId: number
  readonly expiresAtMs: number
}

/** One fill of a resting order (the maker's) by the order being placed (the taker's). */
export interface OrderFilled extends OfMarket {
  readonly type: 'OrderFilled'
  readonly orderId: number
  readonly makerOrderId: number
  readonly maker: string
  readonly fillType: FillType
  /** The resting order's price, in the resting order's outcome; the taker's is 1000 − price unless `transfer`. */
  readonly price: number
  readonly quantity: bigint
  /** What the maker's lock paid (a resting buy) or the maker was paid (a resting sell). */
  readonly makerCollateral: bigint
  /** What is left of the resting order; an OrderCancelled follows when that is more than nothing but cannot rest. */
  readonly makerRemaining: bigint
}

/** Once per placement that traded. notional is what the taker paid or got for its shares, without fee. */
export interface FeeCharged extends OfMarket {
  readonly type: 'FeeCharged'
  readonly orderId: number
  readonly notional: bigint
  readonly fee: bigint
  readonly refererFee: bigint
  readonly creatorFee: bigint
  readonly treasuryFee: bigint
}

/**
 * owner       the owner cancelled it
 * immediate   the rest of an ioc or market order
 * post-only   a post-only order that would have crossed
 * crossing    maxFills was reached and the book still crossed
 * dust        less than one share was left, of the resting order or of the new one
 * self        the owner's own new order met it
 * expired     it had ended by itself
 * unfunded    an order of a quote that neither collateral nor free shares covered
 */
export const cancelReasons = [
  'owner',
  'immediate',
  'post-only',
  'crossing',
  'dust',
  'self',
  'expired',
  'unfunded',
] as const
export type CancelReason = (typeof cancelReasons)[number]

export interface OrderCancelled extends OfMarket {
  readonly type: 'OrderCancelled'
  readonly orderId: number
  readonly trader: string
  readonly reason: CancelReason
  /** The quantity that was not filled. */
  readonly remaining: bigint
  /** The lock of a resting buy that went back; 0 for sells and for what never rested. */
  readonly collateral: bigint
}

/** As many units of collateral became a yes and a no share each. */
export interface PairsSplit extends OfMarket {
  readonly type: 'PairsSplit'
  readonly trader: string
  readonly quantity: bigint
}

/** As many pairs of free shares became collateral again. */
export interface PairsMerged extends OfMarket {
  readonly type: 'PairsMerged'
  readonly trader: string
  readonly quantity: bigint
}

/** `closed` after a dispute that ended in "too early". open → closed at endsAt has no event. */
export interface MarketStateChanged extends OfMarket {
  readonly type: 'MarketStateChanged'
  readonly state: Exclude<MarketState, 'open'>
  /** Set in state resolved, which also cancels every resting order. */
  readonly finalOutcome: FinalOutcome | null
  /** What a yes share pays in thousandths; set by a void. */
  readonly closing: number | null
}

/** Whoever submitted what became final was paid out of the treasury's fees. */
export interface SubmitterPaid extends OfMarket {
  readonly type: 'SubmitterPaid'
  readonly submitter: string
  readonly amount: bigint
}

/** The free shares of a wallet were paid and its position entry is gone. */
export interface PositionSettled extends OfMarket {
  readonly type: 'PositionSettled'
  readonly trader: string
  readonly yes: bigint
  readonly no: bigint
  readonly payout: bigint
}

/** After resolution: the lock of a resting buy, or what the shares of a resting sell were worth. */
export interface OrderReleased extends OfMarket {
  readonly type: 'OrderReleased'
  readonly orderId: number
  readonly trader: string
  readonly remaining: bigint
  readonly payout: bigint
}

export interface FeesPaid extends OfMarket {
  readonly type: 'FeesPaid'
  readonly creatorAmount: bigint
  readonly treasuryAmount: bigint
}

/** A chunk of price levels was removed after resolution and its deposit went back to payer. */
export interface ChunkSwept extends OfMarket {
  readonly type: 'ChunkSwept'
  readonly chunk: number
  readonly payer: string
}

import { addressFromContractId } from '../../alephium/index.ts'
import {
  collateralForBuy,
  type Outcome,
  outcomes,
  QUOTE_CANCELS_MAX,
  QUOTE_ORDERS_MAX,
  type QuotedOrder,
  type Side,
  sides,
  type TimeInForce,
  timesInForce,
} from '../../domain/index.ts'
import { assert } from '../../kit/index.ts'
import { type ContractCall, callScript } from '../call-script.ts'
import { ENTRY_DEPOSIT } from '../deposit.ts'

/** Order ids as a market reads them: four bytes each. */
export const orderIdsToHex = (orderIds: readonly number[]): string =>
  orderIds.map((id) => id.toString(16).padStart(8, '0')).join('')

export interface PlaceOrder {
  readonly marketId: string
  readonly collateralId: string
  /** What the market's number stands for. */
  readonly subject: string
  readonly deadlineMs: number
  readonly side: Side
  readonly outcome: Outcome
  readonly price: number
  readonly quantity: bigint
  readonly timeInForce: TimeInForce
  /** When the order ends by itself; null = never. */
  readonly expiresAtMs: number | null
  readonly isMarketOrder: boolean
  readonly maxFills: number
  readonly referer: string | null
}

/** The order's entry, the trader's position, the chunk of price levels: each may be new. */
const ENTRIES_MAX = 3n

/** Collateral and ALPH that come back, one seller paid in part, the referrer. A seller paid in full brings its deposit. */
const OUTPUTS_MAX = 4

/** Outcome and side in one small number. */
export const kindOf = (order: { readonly outcome: Outcome; readonly side: Side }): number =>
  outcomes.indexOf(order.outcome) * 2 + sides.indexOf(order.side)

/** Places an order, bringing the worst case of a buy and the deposits of whatever entries it may create. */
export function placeOrder(order: PlaceOrder): ContractCall {
  const lock = order.side === 'buy' ? collateralForBuy(order.price, order.quantity) : 0n
  return callScript({
    contract: 'Market',
    contractId: order.marketId,
    method: 'place',
    args: {
      said: order.subject,
      deadline: BigInt(order.deadlineMs),
      kind: BigInt(kindOf(order)),
      price: BigInt(order.price),
      quantity: order.quantity,
      timeInForce: BigInt(timesInForce.indexOf(order.timeInForce)),
      expiresAt: BigInt(order.expiresAtMs ?? 0),
      isMarketOrder: order.isMarketOrder,
      maxFills: BigInt(order.maxFills),
      referer: order.referer ?? addressFromContractId('00'.repeat(32)),
    },
    attoAlph: ENTRY_DEPOSIT * ENTRIES_MAX,
    tokens: [{ id: order.collateralId, amount: lock }],
    outputs: OUTPUTS_MAX,
  })
}

/** As many orders as one call takes. */
export const CANCELS_MAX = 100

/** Cancels orders of the caller. One that is gone fails the call when it is the only one and is passed over otherwise. */
export function cancelOrders(order: {
  readonly marketId: string
  readonly orderIds: readonly number[]
  readonly deadlineMs: number
}): ContractCall {
  assert(
    order.orderIds.length > 0 && order.orderIds.length <= CANCELS_MAX,
    `${order.orderIds.length} orders to cancel`,
  )
  return callScript({
    contract: 'Market',
    contractId: order.marketId,
    method: 'cancel',
    args: { orderIds: orderIdsToHex(order.orderIds), deadline: BigInt(order.deadlineMs) },
  })
}

/** Cancels orders that ended by themselves; anybody may. */
export function clearOrders(call: {
  readonly marketId: string
  readonly orderIds: readonly number[]
}): ContractCall {
  return callScript({
    contract: 'Market',
    contractId: call.marketId,
    method: 'clear',
    args: { orderIds: orderIdsToHex(call.orderIds) },
    outputs: call.orderIds.length,
  })
}

/** Pays a resting order after resolution, lock or shares' worth, with its deposit; anybody may call it. */
export function releaseOrder(call: { readonly marketId: string; readonly orderId: number }): ContractCall {
  return callScript({
    contract: 'Market',
    contractId: call.marketId,
    method: 'release',
    args: { orderId: BigInt(call.orderId) },
  })
}

/** Collateral becomes as many yes and no shares. */
export function splitPairs(call: {
  readonly marketId: string
  readonly collateralId: string
  readonly subject: string
  readonly deadlineMs: number
  readonly quantity: bigint
}): ContractCall {
  return callScript({
    contract: 'Market',
    contractId: call.marketId,
    method: 'split',
    args: { said: call.subject, deadline: BigInt(call.deadlineMs), quantity: call.quantity },
    attoAlph: ENTRY_DEPOSIT,
    tokens: [{ id: call.collateralId, amount: call.quantity }],
    outputs: 2,
  })
}

/** Pairs of free shares become collateral again. */
export function mergePairs(call: {
  readonly marketId: string
  readonly quantity: bigint
  readonly deadlineMs: number
}): ContractCall {
  return callScript({
    contract: 'Market',
    contractId: call.marketId,
    method: 'merge',
    args: { quantity: call.quantity, deadline: BigInt(call.deadlineMs) },
    outputs: 1,
  })
}

/** Pays a wallet's free shares after resolution; anybody may call it for anybody. */
export function settlePosition(call: {
  readonly marketId: string
  readonly trader: string
  readonly deadlineMs: number
}): ContractCall {
  return callScript({
    contract: 'Market',
    contractId: call.marketId,
    method: 'settle',
    args: { trader: call.trader, deadline: BigInt(call.deadlineMs) },
  })
}

/** Pays what has gathered in a market to its creator and the treasury; anybody may call it. */
export function payFees(call: { readonly marketId: string }): ContractCall {
  return callScript({
    contract: 'Market',
    contractId: call.marketId,
    method: 'payFees',
    args: {},
    outputs: 3,
  })
}

/** Removes a chunk of price levels after resolution; its deposit goes back to who paid it. */
export function sweepChunk(call: { readonly marketId: string; readonly chunk: number }): ContractCall {
  return callScript({
    contract: 'Market',
    contractId: call.marketId,
    method: 'sweep',
    args: { chunk: BigInt(call.chunk) },
  })
}

export interface QuoteOrders {
  readonly marketId: string
  readonly collateralId: string
  readonly subject: string
  readonly deadlineMs: number
  readonly cancel: readonly number[]
  readonly orders: readonly QuotedOrder[]
  /** Collateral that the new locks may take beyond what the cancelled orders give back. */
  readonly approved: bigint
}

/** Cancels orders of the caller, then rests others that must not cross. */
export function quoteOrders(quote: QuoteOrders): ContractCall {
  const { orders, cancel, approved } = quote
  assert(orders.length > 0 && orders.length <= QUOTE_ORDERS_MAX, `${orders.length} orders in a quote`)
  assert(cancel.length <= QUOTE_CANCELS_MAX, `${cancel.length} orders to cancel in a quote`)
  return callScript({
    contract: 'Market',
    contractId: quote.marketId,
    method: 'quote',
    args: {
      said: quote.subject,
      deadline: BigInt(quote.deadlineMs),
      approved,
      orderIds: orderIdsToHex(cancel),
      quotes: orders.map(orderToHex).join(''),
    },
    attoAlph: ENTRY_DEPOSIT * entriesMax(orders),
    tokens: [{ id: quote.collateralId, amount: approved }],
    outputs: 2,
  })
}

const orderToHex = (order: QuotedOrder): string =>
  fixed(kindOf(order), 1) +
  fixed(order.price, 2) +
  fixed(order.quantity, 16) +
  fixed(order.expiresAtMs ?? 0, 8)

const fixed = (value: bigint | number, bytes: number): string => value.toString(16).padStart(bytes * 2, '0')

/** Each order's entry, one chunk of price levels more than there are orders apart, the position. */
function entriesMax(orders: readonly QuotedOrder[]): bigint {
  const chunks = new Set(orders.map((order) => chunkOf(order)))
  return BigInt(orders.length + chunks.size + 1)
}

/** 64 levels of one side share an entry; a side counts its levels from its best. */
function chunkOf(order: QuotedOrder): string {
  const isBid = (order.side === 'buy') === (order.outcome === 'yes')
  const index = order.side === 'sell' ? order.price : 1000 - order.price
  return `${isBid} ${Math.floor(index / 64)}`
}

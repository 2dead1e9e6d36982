import { QUOTE_CANCELS_MAX, QUOTE_ORDERS_MAX, type QuotedOrder } from '../../domain/index.ts'
import { assert } from '../../kit/index.ts'
import { type ContractCall, callScript } from '../call-script.ts'
import { ENTRY_DEPOSIT } from '../deposit.ts'
import { orderIdsToHex } from './order-ids.ts'
import { kindOf } from './place-order.ts'

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

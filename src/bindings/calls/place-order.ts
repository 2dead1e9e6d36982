import { addressFromContractId } from '../../alephium/index.ts'
import {
  collateralForBuy,
  type Outcome,
  outcomes,
  type Side,
  sides,
  type TimeInForce,
  timesInForce,
} from '../../domain/index.ts'
import { type ContractCall, callScript } from '../call-script.ts'
import { ENTRY_DEPOSIT } from '../deposit.ts'

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

import { assert } from '../../kit/index.ts'
import { type ContractCall, callScript } from '../call-script.ts'
import { orderIdsToHex } from './order-ids.ts'

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

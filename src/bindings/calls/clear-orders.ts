import { type ContractCall, callScript } from '../call-script.ts'
import { orderIdsToHex } from './order-ids.ts'

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

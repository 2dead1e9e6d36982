import { type ContractCall, callScript } from '../call-script.ts'

/** Pays a resting order after resolution, lock or shares' worth, with its deposit; anybody may call it. */
export function releaseOrder(call: { readonly marketId: string; readonly orderId: number }): ContractCall {
  return callScript({
    contract: 'Market',
    contractId: call.marketId,
    method: 'release',
    args: { orderId: BigInt(call.orderId) },
  })
}

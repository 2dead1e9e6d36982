import { type ContractCall, callScript } from '../call-script.ts'

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

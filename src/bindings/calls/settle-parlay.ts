import { type ContractCall, callScript } from '../call-script.ts'

/** Pays a taken parlay once its legs decide it; anybody may call it. */
export function settleParlay(call: { readonly parlaysId: string; readonly parlayId: number }): ContractCall {
  return callScript({
    contract: 'Parlays',
    contractId: call.parlaysId,
    method: 'settle',
    args: { parlayId: BigInt(call.parlayId) },
    outputs: 2,
  })
}

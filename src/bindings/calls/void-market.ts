import { type ContractCall, callScript } from '../call-script.ts'

/** Voids a market that has been closed for very long without a submission; anybody may call it. */
export function voidMarket(call: { readonly oracleId: string; readonly marketNumber: number }): ContractCall {
  return callScript({
    contract: 'Oracle',
    contractId: call.oracleId,
    method: 'voidMarket',
    args: { marketId: BigInt(call.marketNumber) },
  })
}

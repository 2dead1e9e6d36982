import { type ContractCall, callScript } from '../call-script.ts'

/** Removes a chunk of price levels after resolution; its deposit goes back to who paid it. */
export function sweepChunk(call: { readonly marketId: string; readonly chunk: number }): ContractCall {
  return callScript({
    contract: 'Market',
    contractId: call.marketId,
    method: 'sweep',
    args: { chunk: BigInt(call.chunk) },
  })
}

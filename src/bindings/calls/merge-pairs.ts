import { type ContractCall, callScript } from '../call-script.ts'

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

import { type ContractCall, callScript } from '../call-script.ts'

/** Pays a wallet's free shares after resolution; anybody may call it for anybody. */
export function settlePosition(call: {
  readonly marketId: string
  readonly trader: string
  readonly deadlineMs: number
}): ContractCall {
  return callScript({
    contract: 'Market',
    contractId: call.marketId,
    method: 'settle',
    args: { trader: call.trader, deadline: BigInt(call.deadlineMs) },
  })
}

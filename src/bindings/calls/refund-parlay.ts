import { type ContractCall, callScript } from '../call-script.ts'

/** Gives an untaken offer back: its maker at any time, anybody once it has expired. */
export function refundParlay(call: {
  readonly parlaysId: string
  readonly parlayId: number
  readonly deadlineMs: number
}): ContractCall {
  return callScript({
    contract: 'Parlays',
    contractId: call.parlaysId,
    method: 'refund',
    args: { parlayId: BigInt(call.parlayId), deadline: BigInt(call.deadlineMs) },
  })
}

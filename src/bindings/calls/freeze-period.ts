import { type ContractCall, callScript } from '../call-script.ts'

/** Accepts and rejects the proposals of a period that is over; anybody may call it, once. */
export function freezePeriod(call: { readonly votingId: string; readonly periodId: number }): ContractCall {
  return callScript({
    contract: 'Voting',
    contractId: call.votingId,
    method: 'freeze',
    args: { periodId: BigInt(call.periodId) },
  })
}

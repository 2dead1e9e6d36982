import { type ContractCall, callScript } from '../call-script.ts'
import { ENTRY_DEPOSIT } from '../deposit.ts'

/** Collateral becomes as many yes and no shares. */
export function splitPairs(call: {
  readonly marketId: string
  readonly collateralId: string
  readonly subject: string
  readonly deadlineMs: number
  readonly quantity: bigint
}): ContractCall {
  return callScript({
    contract: 'Market',
    contractId: call.marketId,
    method: 'split',
    args: { said: call.subject, deadline: BigInt(call.deadlineMs), quantity: call.quantity },
    attoAlph: ENTRY_DEPOSIT,
    tokens: [{ id: call.collateralId, amount: call.quantity }],
    outputs: 2,
  })
}

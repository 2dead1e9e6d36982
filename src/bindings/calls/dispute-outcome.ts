import { type ContractCall, callScript } from '../call-script.ts'
import { ENTRY_DEPOSIT } from '../deposit.ts'

/** Contradicts the submission the caller saw, with an equal bond, and pays for the round it opens. */
export function disputeOutcome(call: {
  readonly oracleId: string
  readonly collateralId: string
  readonly bond: bigint
  readonly marketNumber: number
  readonly submission: number
}): ContractCall {
  return callScript({
    contract: 'Oracle',
    contractId: call.oracleId,
    method: 'dispute',
    args: { marketId: BigInt(call.marketNumber), submission: BigInt(call.submission) },
    attoAlph: ENTRY_DEPOSIT,
    tokens: [{ id: call.collateralId, amount: call.bond }],
  })
}

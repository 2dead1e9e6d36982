import type { Outcome } from '../../domain/index.ts'
import { type ContractCall, callScript } from '../call-script.ts'
import { ENTRY_DEPOSIT } from '../deposit.ts'

/** States the outcome of a closed market, with a bond. */
export function submitOutcome(call: {
  readonly oracleId: string
  readonly collateralId: string
  readonly bond: bigint
  readonly marketNumber: number
  readonly outcome: Outcome
}): ContractCall {
  return callScript({
    contract: 'Oracle',
    contractId: call.oracleId,
    method: 'submit',
    args: { marketId: BigInt(call.marketNumber), outcome: call.outcome === 'yes' ? 1n : 2n },
    attoAlph: ENTRY_DEPOSIT,
    tokens: [{ id: call.collateralId, amount: call.bond }],
  })
}

import type { Outcome } from '../../domain/index.ts'
import { type ContractCall, callScript } from '../call-script.ts'
import { ENTRY_DEPOSIT } from '../deposit.ts'

/** States the outcome of a closed market, with a bond. */
export function submitOutcome(call: {
  readonly oracleId: string
  readonly collateralId: string
  /** The most the caller puts up; the contract takes what is due. */
  readonly maxBond: bigint
  readonly marketNumber: number
  /** What the market's number stands for. */
  readonly subject: string
  readonly outcome: Outcome
  readonly deadlineMs: number
}): ContractCall {
  return callScript({
    contract: 'Oracle',
    contractId: call.oracleId,
    method: 'submit',
    args: {
      marketId: BigInt(call.marketNumber),
      subject: call.subject,
      outcome: call.outcome === 'yes' ? 1n : 2n,
      maxBond: call.maxBond,
      deadline: BigInt(call.deadlineMs),
    },
    attoAlph: ENTRY_DEPOSIT,
    tokens: [{ id: call.collateralId, amount: call.maxBond }],
    // What the bond is less than allowed comes back.
    outputs: 1,
  })
}

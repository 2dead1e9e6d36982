import type { VoteChoice } from '../../domain/index.ts'
import { type ContractCall, callScript } from '../call-script.ts'
import { ENTRY_DEPOSIT } from '../deposit.ts'

/** Contradicts the submission or the round's result the caller saw, and pays for the round it opens. */
export function disputeOutcome(call: {
  readonly oracleId: string
  readonly collateralId: string
  /** The most the caller puts up; the contract takes what is due. */
  readonly maxBond: bigint
  readonly marketNumber: number
  /** What the market's number stands for. */
  readonly subject: string
  readonly submission: number
  /** The last round there was; 0 before the first. */
  readonly round: number
  /** What stands, and is said to be false. */
  readonly outcome: VoteChoice
  readonly deadlineMs: number
}): ContractCall {
  return callScript({
    contract: 'Oracle',
    contractId: call.oracleId,
    method: 'dispute',
    args: {
      marketId: BigInt(call.marketNumber),
      subject: call.subject,
      submission: BigInt(call.submission),
      round: BigInt(call.round),
      outcome: BigInt(call.outcome),
      maxBond: call.maxBond,
      deadline: BigInt(call.deadlineMs),
    },
    attoAlph: ENTRY_DEPOSIT,
    tokens: [{ id: call.collateralId, amount: call.maxBond }],
    // What the bond is less than allowed comes back.
    outputs: 1,
  })
}

import { type ContractCall, callScript } from '../call-script.ts'
import { ENTRY_DEPOSIT } from '../deposit.ts'

/** A vote nobody can read yet, in the round the caller saw; commitHash makes the hash. */
export function commitVote(call: {
  readonly oracleId: string
  readonly marketNumber: number
  /** What the market's number stands for. */
  readonly subject: string
  readonly round: number
  readonly commitHash: string
  readonly deadlineMs: number
}): ContractCall {
  return callScript({
    contract: 'Oracle',
    contractId: call.oracleId,
    method: 'commit',
    args: {
      marketId: BigInt(call.marketNumber),
      subject: call.subject,
      round: BigInt(call.round),
      commitHash: call.commitHash,
      deadline: BigInt(call.deadlineMs),
    },
    attoAlph: ENTRY_DEPOSIT,
  })
}

import { type ContractCall, callScript } from '../call-script.ts'
import { ENTRY_DEPOSIT } from '../deposit.ts'

/** A vote nobody can read yet, in the round the caller saw; commitHash makes the hash. */
export function commitVote(call: {
  readonly oracleId: string
  readonly marketNumber: number
  readonly round: number
  readonly commitHash: string
}): ContractCall {
  return callScript({
    contract: 'Oracle',
    contractId: call.oracleId,
    method: 'commit',
    args: {
      marketId: BigInt(call.marketNumber),
      round: BigInt(call.round),
      commitHash: call.commitHash,
    },
    attoAlph: ENTRY_DEPOSIT,
  })
}

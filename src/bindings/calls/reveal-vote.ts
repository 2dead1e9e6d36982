import type { VoteChoice } from '../../domain/index.ts'
import { type ContractCall, callScript } from '../call-script.ts'

/** Opens a voter's commit; whoever knows the salt may call it. */
export function revealVote(call: {
  readonly oracleId: string
  readonly marketNumber: number
  readonly round: number
  readonly voter: string
  readonly vote: VoteChoice
  readonly salt: string
  readonly deadlineMs: number
}): ContractCall {
  return callScript({
    contract: 'Oracle',
    contractId: call.oracleId,
    method: 'reveal',
    args: {
      marketId: BigInt(call.marketNumber),
      round: BigInt(call.round),
      voter: call.voter,
      choice: BigInt(call.vote),
      salt: call.salt,
      deadline: BigInt(call.deadlineMs),
    },
  })
}

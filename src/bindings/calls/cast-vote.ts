import { type ContractCall, callScript } from '../call-script.ts'

/** Supports a proposal of the open period with the caller's tier weight. */
export function castVote(call: {
  readonly votingId: string
  readonly proposalId: number
  /** What the id stands for. */
  readonly subject: string
  readonly deadlineMs: number
}): ContractCall {
  return callScript({
    contract: 'Voting',
    contractId: call.votingId,
    method: 'vote',
    args: {
      proposalId: BigInt(call.proposalId),
      subject: call.subject,
      deadline: BigInt(call.deadlineMs),
    },
  })
}

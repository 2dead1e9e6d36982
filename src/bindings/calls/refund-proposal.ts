import { type ContractCall, callScript } from '../call-script.ts'

/** Returns what is left of a proposal's deposit and removes its entry; anybody may call it, once. */
export function refundProposal(call: {
  readonly votingId: string
  readonly proposalId: number
}): ContractCall {
  return callScript({
    contract: 'Voting',
    contractId: call.votingId,
    method: 'refund',
    args: { proposalId: BigInt(call.proposalId) },
  })
}

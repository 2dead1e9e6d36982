import { type ContractCall, callScript } from '../call-script.ts'

/** Deploys the next market of an accepted proposal, the first time also its event; anybody may call it. */
export function deployMarket(call: { readonly votingId: string; readonly proposalId: number }): ContractCall {
  return callScript({
    contract: 'Voting',
    contractId: call.votingId,
    method: 'deploy',
    args: { proposalId: BigInt(call.proposalId) },
  })
}

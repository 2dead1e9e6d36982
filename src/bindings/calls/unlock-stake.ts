import { type ContractCall, callScript } from '../call-script.ts'

/** Starts the caller's timelock for an amount. */
export function unlockStake(call: {
  readonly vaultId: string
  readonly amount: bigint
  readonly deadlineMs: number
}): ContractCall {
  return callScript({
    contract: 'Vault',
    contractId: call.vaultId,
    method: 'unlock',
    args: { amount: call.amount, deadline: BigInt(call.deadlineMs) },
  })
}

import { type ContractCall, callScript } from '../call-script.ts'

/** Pays the caller's matured request. */
export function withdrawStake(call: { readonly vaultId: string; readonly deadlineMs: number }): ContractCall {
  return callScript({
    contract: 'Vault',
    contractId: call.vaultId,
    method: 'withdraw',
    args: { deadline: BigInt(call.deadlineMs) },
    outputs: 1,
  })
}

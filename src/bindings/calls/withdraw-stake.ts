import { type ContractCall, callScript } from '../call-script.ts'

/** Pays the caller's matured request. */
export function withdrawStake(call: { readonly vaultId: string }): ContractCall {
  return callScript({
    contract: 'Vault',
    contractId: call.vaultId,
    method: 'withdraw',
    args: {},
    outputs: 1,
  })
}

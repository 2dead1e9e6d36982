import { type ContractCall, callScript } from '../call-script.ts'
import { ENTRY_DEPOSIT } from '../deposit.ts'

/** Locks stake tokens of the caller; the first deposit also pays for the wallet's entry. */
export function depositStake(call: {
  readonly vaultId: string
  readonly stakeTokenId: string
  readonly amount: bigint
  readonly deadlineMs: number
}): ContractCall {
  return callScript({
    contract: 'Vault',
    contractId: call.vaultId,
    method: 'deposit',
    args: { amount: call.amount, deadline: BigInt(call.deadlineMs) },
    attoAlph: ENTRY_DEPOSIT,
    tokens: [{ id: call.stakeTokenId, amount: call.amount }],
  })
}

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

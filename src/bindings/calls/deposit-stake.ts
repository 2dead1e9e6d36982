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

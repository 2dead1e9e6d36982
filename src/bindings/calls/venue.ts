import { type ContractCall, callScript } from '../call-script.ts'
import { ENTRY_DEPOSIT } from '../deposit.ts'

/** Vault, voting, oracle, parlays and desk. */
const CONTRACTS = 5n

/** Makes the venue out of its root, once; the storage deposits stay. */
export function launchVenue(call: { readonly venueId: string }): ContractCall {
  return callScript({
    contract: 'Venue',
    contractId: call.venueId,
    method: 'launch',
    args: {},
    attoAlph: CONTRACTS * ENTRY_DEPOSIT,
  })
}

/** Takes tokens out of the devnet's token contract; on other networks there is none. */
export function takeTokens(call: {
  readonly tokenId: string
  readonly to: string
  readonly amount: bigint
}): ContractCall {
  return callScript({
    contract: 'DevToken',
    contractId: call.tokenId,
    method: 'take',
    args: { to: call.to, amount: call.amount },
    outputs: 1,
  })
}

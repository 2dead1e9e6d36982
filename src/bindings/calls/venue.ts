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

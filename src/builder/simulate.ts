import { attachedAtto, type ContractCall, type Deployment, decodeEvent } from '../bindings/index.ts'
import type { ScriptFailure } from '../chain/index.ts'
import type { VenueEvent } from '../domain/index.ts'
import { scriptGasOf } from '../transaction/index.ts'
import type { Context } from './kind.ts'

export type Simulation =
  | { readonly ok: true; readonly scriptGas: number; readonly events: readonly VenueEvent[] }
  | { readonly ok: false; readonly failure: ScriptFailure }

/**
 * Runs a call on the node as if the signer had all it brings. So what fails here fails because of the contracts' state;
 * what the wallet really holds is looked at later, as the order of checks wants it.
 */
export async function simulate(
  { chain, venue, signer }: Pick<Context, 'chain' | 'venue' | 'signer'>,
  call: ContractCall,
): Promise<Simulation> {
  const result = await chain.dryRunScript({
    bytecode: call.script,
    inputAssets: [
      {
        address: signer.wallet.address,
        attoAlph: attachedAtto(call),
        tokens: call.tokens,
      },
    ],
  })
  if (!result.ok) return result
  const addresses = venueAddresses(venue)
  const events = result.events.flatMap((event) => decodeEvent(addresses, event) ?? [])
  return { ok: true, scriptGas: scriptGasOf(call.script, result.gasUsed), events }
}

/** In a dry run of one call every contract that speaks and is none of the venue's own is the market it was addressed to. */
function venueAddresses({ contracts }: Deployment) {
  return {
    vault: contracts.vault.address,
    voting: contracts.voting.address,
    oracle: contracts.oracle.address,
    parlays: contracts.parlays.address,
    desk: contracts.desk.address,
    isMarket: () => true,
  }
}

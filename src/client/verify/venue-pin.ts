import type { NodeProvider } from '../../alephium/index.ts'
import {
  type ContractName,
  contractsOfVenue,
  findContractId,
  groupOfContract,
  unitOf,
} from '../../bindings/index.ts'
import { parseAmount } from '../../domain/index.ts'
import type { Status } from '../../wire/index.ts'
import { stateOf } from './contract-state.ts'
import { trust } from './untrusted.ts'

/**
 * What a caller has to know of a venue to check its builds. The root's id is the whole of it: the other contracts and
 * every market are derived from it by hashing, and the rest stands in its fields, which never change.
 */
export interface VenuePin {
  readonly networkId: number
  readonly venueId: string
  readonly group: number
  readonly collateralId: string
  /** One whole token of the collateral. */
  readonly unit: bigint
  readonly stakeTokenId: string
  /** The most collateral a submission puts up; an appeal up to four times that. */
  readonly bondMax: bigint
}

/** Pins the venue a service speaks of: trust on first use. Keep the result, or compare its `venueId` with one you know. */
export function pinVenue(status: Pick<Status, 'network' | 'contracts' | 'tokens' | 'parameters'>): VenuePin {
  const venueId = findContractId(status.contracts.venue ?? '')
  trust(venueId !== null, 'contracts', 'the service names no venue contract')
  const derived = contractsOfVenue(venueId)
  for (const [name, { address }] of Object.entries(derived))
    trust(status.contracts[name] === address, 'contracts', `${name} is no contract of this venue`)
  const group = groupOfContract(venueId)
  trust(status.network.group === group, 'group', 'the service names another group than its contracts have')
  const bondMax = parseAmount(status.parameters.bondMax)
  trust(bondMax !== null, 'bond', 'the service names no bond')
  return {
    networkId: status.network.id,
    venueId,
    group,
    collateralId: status.tokens.collateral.id,
    unit: unitOf(status.tokens.collateral),
    stakeTokenId: status.tokens.stake.id,
    bondMax,
  }
}

/**
 * Pins a venue by asking a node the caller trusts: the root and everything it was made of must run exactly the code this
 * package was built with. With this the service is trusted with nothing.
 */
export async function pinVenueFromNode(
  node: NodeProvider,
  venue: { readonly networkId: number; readonly venueId: string },
): Promise<VenuePin> {
  const root = await stateOf(node, 'Venue', venue.venueId)
  const derived = contractsOfVenue(venue.venueId)
  const parts: readonly (readonly [ContractName, string])[] = [
    ['Vault', derived.vault.id],
    ['Voting', derived.voting.id],
    ['Oracle', derived.oracle.id],
    ['Parlays', derived.parlays.id],
    ['Desk', derived.desk.id],
    ['Market', root.marketTemplate],
    ['Event', root.eventTemplate],
  ]
  for (const [name, id] of parts) await stateOf(node, name, id)
  return {
    ...venue,
    group: groupOfContract(venue.venueId),
    collateralId: root.collateral,
    unit: root.unit,
    stakeTokenId: root.stakeToken,
    bondMax: root.bondMax,
  }
}

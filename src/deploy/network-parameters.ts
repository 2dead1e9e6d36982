import { addressToBytes, groupOfAddress, isAssetAddress } from '../alephium/index.ts'
import {
  devnetPeriods,
  standardBond,
  standardPeriods,
  standardQuorum,
  type VenueParameters,
  type VenueToken,
} from '../bindings/index.ts'
import { isHex } from '../kit/index.ts'

/** The group all venue contracts live in. */
export const VENUE_GROUP = 0

export type Network = 'devnet' | 'testnet' | 'mainnet'

/** What the command line says about a deployment; null where it says nothing. */
export interface DeployTerms {
  readonly network: Network
  readonly treasury: string | null
  /** `<token id>:<symbol>` */
  readonly collateral: string | null
  readonly stake: string | null
}

/** Mainnet is 0, the test network 1, every other id is somebody's devnet. */
export const isOnNetwork = (network: Network, networkId: number): boolean =>
  network === 'mainnet' ? networkId === 0 : network === 'testnet' ? networkId === 1 : networkId > 1

/**
 * The parameters of a venue on a network, or a sentence about what is missing. Mainnet takes tokens that exist; elsewhere
 * the deployment makes tokens of its own when none are named.
 */
export function parametersFor(
  terms: DeployTerms,
  deployer: { readonly address: string; readonly group: number },
): VenueParameters | string {
  const treasury = terms.treasury ?? (terms.network === 'devnet' ? deployer.address : null)
  if (treasury === null) return '--treasury is missing: the wallet that gets the venue’s part of the fees'
  if (!isWalletOf(treasury, deployer.group))
    return `--treasury ${treasury} is no wallet address of group ${deployer.group}`
  const tokens = toTokens(terms)
  if (typeof tokens === 'string') return tokens
  return {
    group: deployer.group,
    treasury,
    periods: terms.network === 'devnet' ? devnetPeriods : standardPeriods,
    bond: standardBond,
    ...standardQuorum,
    tokens,
  }
}

function toTokens({ network, collateral, stake }: DeployTerms): VenueParameters['tokens'] | string {
  if (collateral === null && stake === null)
    return network === 'mainnet' ? 'mainnet needs --collateral and --stake, each <token id>:<symbol>' : null
  if (collateral === null || stake === null) return '--collateral and --stake go together'
  const [first, second] = [toToken(collateral), toToken(stake)]
  if (first === null) return `--collateral ${collateral} is not <token id of 64 hex digits>:<symbol>`
  if (second === null) return `--stake ${stake} is not <token id of 64 hex digits>:<symbol>`
  if (first.id === second.id) return '--collateral and --stake are the same token'
  return { collateral: first, stake: second }
}

function toToken(text: string): VenueToken | null {
  const [id, symbol, ...more] = text.split(':')
  if (id === undefined || id.length !== 64 || !isHex(id) || more.length > 0) return null
  if (symbol === undefined || !/^[A-Za-z0-9]{1,16}$/.test(symbol)) return null
  return { id: id.toLowerCase(), symbol, decimals: 18 }
}

function isWalletOf(address: string, group: number): boolean {
  try {
    addressToBytes(address)
    return isAssetAddress(address) && groupOfAddress(address) === group
  } catch {
    return false // what does not decode is no address
  }
}

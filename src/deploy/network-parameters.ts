import { addressToBytes, groupOfAddress, isAssetAddress } from '../alephium/index.ts'
import {
  devnetPeriods,
  devTokenLabels,
  standardBonds,
  standardPeriods,
  standardQuorum,
  unitOf,
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
  /** `<token id>`, or `<token id>:<symbol>` to be sure that it is the one. */
  readonly collateral: string | null
  readonly stake: string | null
}

/** Mainnet is 0, the test network 1, every other id is somebody's devnet. */
export const isOnNetwork = (network: Network, networkId: number): boolean =>
  network === 'mainnet' ? networkId === 0 : network === 'testnet' ? networkId === 1 : networkId > 1

/** The parameters of a venue on a network, or a sentence about what is missing. */
export function parametersFor(
  terms: DeployTerms,
  deployer: { readonly address: string; readonly group: number },
  tokens: VenueParameters['tokens'],
): VenueParameters | string {
  const treasury = terms.treasury ?? (terms.network === 'devnet' ? deployer.address : null)
  if (treasury === null) return '--treasury is missing: the wallet that gets the venue’s part of the fees'
  if (!isWalletOf(treasury, deployer.group))
    return `--treasury ${treasury} is no wallet address of group ${deployer.group}`
  return {
    group: deployer.group,
    treasury,
    periods: terms.network === 'devnet' ? devnetPeriods : standardPeriods,
    ...standardBonds(unitOf(tokens?.collateral ?? devTokenLabels.collateral)),
    ...standardQuorum,
    tokens,
  }
}

/**
 * The tokens that the command line names, as the chain has them; null when it names none. Mainnet takes tokens that
 * exist; elsewhere the deployment makes tokens of its own when none are named. A sentence when something is wrong.
 */
export async function tokensFor(
  { network, collateral, stake }: DeployTerms,
  read: (id: string) => Promise<VenueToken | string>,
): Promise<VenueParameters['tokens'] | string> {
  if (collateral === null && stake === null)
    return network === 'mainnet' ? 'mainnet needs --collateral and --stake, each a token id' : null
  if (collateral === null || stake === null) return '--collateral and --stake go together'
  const first = await readNamed('--collateral', collateral, read)
  if (typeof first === 'string') return first
  const second = await readNamed('--stake', stake, read)
  if (typeof second === 'string') return second
  if (first.id === second.id) return '--collateral and --stake are the same token'
  return { collateral: first, stake: second }
}

async function readNamed(
  option: string,
  text: string,
  read: (id: string) => Promise<VenueToken | string>,
): Promise<VenueToken | string> {
  const [id = '', symbol, ...more] = text.split(':')
  if (id.length !== 64 || !isHex(id) || more.length > 0)
    return `${option} ${text} is not <token id of 64 hex digits> or <token id>:<symbol>`
  const token = await read(id.toLowerCase())
  if (typeof token === 'string') return `${option}: ${token}`
  if (symbol !== undefined && symbol !== token.symbol)
    return `${option}: the token calls itself ${token.symbol}, not ${symbol}`
  return token
}

function isWalletOf(address: string, group: number): boolean {
  try {
    addressToBytes(address)
    return isAssetAddress(address) && groupOfAddress(address) === group
  } catch {
    return false // what does not decode is no address
  }
}

import { addressFromContractId } from '../alephium/index.ts'
import { utf8ToBytes } from '../kit/index.ts'
import { contractIdAt } from './state.ts'

/** How long things take, fixed when the venue is deployed. */
export interface VenuePeriods {
  readonly votingMs: number
  readonly minTradingMs: number
  /** How long before its end a market's closing price is measured. */
  readonly closingMs: number
  readonly disputeMs: number
  readonly commitMs: number
  readonly revealMs: number
  /** How long a round's result may be appealed. */
  readonly appealMs: number
  readonly unlockMs: number
  /** How long after its end a market nobody submits for may be voided. */
  readonly voidAfterMs: number
}

export interface VenueToken {
  /** The id of the issuing contract. */
  readonly id: string
  readonly name: string
  readonly symbol: string
  readonly decimals: number
}

/** What the contracts can count in: a token with fewer decimals cannot be priced in thousandths of a share. */
export const DECIMALS_MIN = 6
export const DECIMALS_MAX = 18

/** One whole token, in base units: of the collateral, one share. */
export const unitOf = ({ decimals }: { readonly decimals: number }): bigint => 10n ** BigInt(decimals)

/** Everything a venue is made of. Nothing of it can be changed afterwards. */
export interface VenueParameters {
  readonly group: number
  readonly treasury: string
  readonly periods: VenuePeriods
  /** The least collateral a submission puts up, and the most; in between it goes by what is at stake. */
  readonly bond: bigint
  readonly bondMax: bigint
  readonly quorumWeight: number
  readonly quorumWallets: number
  /** Tokens that exist already; null on a devnet, where the deployment makes its own. */
  readonly tokens: { readonly collateral: VenueToken; readonly stake: VenueToken } | null
}

export interface DeployedContract {
  readonly id: string
  readonly address: string
}

/** A venue on a chain: what the deployment file says. */
export interface Deployment {
  readonly networkId: number
  /** Hash of block 0 of the venue's chain: two networks may share an id, never this. */
  readonly genesisHash: string
  readonly group: number
  readonly treasury: string
  readonly periods: VenuePeriods
  readonly bond: bigint
  readonly bondMax: bigint
  readonly quorumWeight: number
  readonly quorumWallets: number
  readonly tokens: { readonly collateral: VenueToken; readonly stake: VenueToken }
  readonly contracts: {
    readonly venue: DeployedContract
    readonly vault: DeployedContract
    readonly voting: DeployedContract
    readonly oracle: DeployedContract
    readonly parlays: DeployedContract
    readonly desk: DeployedContract
  }
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** The protocol's own periods. */
export const standardPeriods: VenuePeriods = {
  votingMs: DAY,
  minTradingMs: HOUR,
  closingMs: 6 * HOUR,
  disputeMs: DAY,
  commitMs: DAY,
  revealMs: 12 * HOUR,
  appealMs: DAY,
  unlockMs: 7 * DAY,
  voidAfterMs: 90 * DAY,
}

/** The same in minutes, so that a whole life of a market can be watched on a devnet. */
export const devnetPeriods: VenuePeriods = {
  votingMs: 4 * MINUTE,
  minTradingMs: MINUTE,
  closingMs: MINUTE,
  disputeMs: 2 * MINUTE,
  commitMs: 2 * MINUTE,
  revealMs: MINUTE,
  appealMs: 2 * MINUTE,
  unlockMs: 15 * MINUTE,
  voidAfterMs: 90 * MINUTE,
}

/** The protocol's other numbers that a deployment fixes. */
export const standardBonds = (unit: bigint) => ({ bond: 100n * unit, bondMax: 10_000n * unit })
export const standardQuorum = { quorumWeight: 60, quorumWallets: 3 } as const

const singletons = ['vault', 'voting', 'oracle', 'parlays', 'desk'] as const

/** The contracts a venue's root makes, known before it made them. */
export function contractsOfVenue(venueId: string): Deployment['contracts'] {
  const made = Object.fromEntries(
    singletons.map((path) => [path, toContract(contractIdAt(venueId, utf8ToBytes(path)))]),
  ) as Record<(typeof singletons)[number], DeployedContract> // one per path
  return { venue: toContract(venueId), ...made }
}

export const toContract = (id: string): DeployedContract => ({ id, address: addressFromContractId(id) })

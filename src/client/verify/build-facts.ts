import type { TokenAmount } from '../../domain/index.ts'
import type { VenuePin } from './venue-pin.ts'

/** A coin of the wallet, as a node lists it. */
export interface WalletCoin {
  readonly key: string
  readonly attoAlph: bigint
  readonly tokens: readonly TokenAmount[]
}

/** What a build is checked against, beside the request. */
export interface BuildFacts {
  readonly venue: VenuePin
  /**
   * The market's number, `id` of its record. Whoever orders, cancels or settles must show it: with it the address is
   * proven to be a market of the venue and not somebody's contract.
   */
  readonly marketNumber?: number | undefined
  /** The round a vote was committed for, when the request does not say it. */
  readonly voteRound?: number | undefined
  /** The submission that is disputed; when absent, whichever is running. */
  readonly submission?: number | undefined
  /** What taking a parlay locks, as its offer says. */
  readonly takerAmount?: bigint | undefined
  /**
   * The wallet's coins, from a node of the caller's. With them every input must be one of them and every unit must be
   * accounted for. Without them inputs are known to be the wallet's by what opens them, and what they hold beyond the
   * call comes back by the chain's own rule.
   */
  readonly coins?: readonly WalletCoin[] | undefined
  /** Gas, all in all; when absent, what such a call can need. */
  readonly gasAmountMax?: number | undefined
  /** When absent, the chain's lowest. */
  readonly gasPriceMax?: bigint | undefined
}

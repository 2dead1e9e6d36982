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
  /**
   * What the market's or proposal's number stands for, as the caller knows it; when absent, whatever the build says: the
   * contract refuses the call once the number stands for something else.
   */
  readonly subject?: string | undefined
  /** The submission that is disputed; when absent, whichever is running. */
  readonly submission?: number | undefined
  /** What a dispute or appeal says is false: 1 yes, 2 no, 3 too early. It must be given. */
  readonly disputedOutcome?: number | undefined
  /** The most a submission, dispute or appeal may put up; when absent, the venue's highest bond. */
  readonly maxBond?: bigint | undefined
  /** The time now, for the deadline, which lies at most ten minutes ahead; when absent, this machine's. */
  readonly nowMs?: number | undefined
  /**
   * Collateral that buying native coin may cost; when absent, the request's maxSwap, or one unit. With `coins` none is
   * bought while the wallet has enough, unless the request's nativeFrom is `collateral`.
   */
  readonly maxSwap?: bigint | undefined
  /** What taking a parlay locks, as its offer says. It must be given. */
  readonly takerAmount?: bigint | undefined
  /** What the taken offer stands for: `termsOf` the offer as it was shown. It must be given. */
  readonly terms?: string | undefined
  /**
   * The wallet's open orders in the market: what cancelAll and `cancel: "all"` of a quote have to cancel, and no others
   * can pay for a quote's new orders; when absent, any of them. One that was filled since they were read makes an honest build
   * differ: read them again and ask again.
   */
  readonly openOrderIds?: readonly number[] | undefined
  /**
   * Collateral that the wallet's orders in the market lock, by their ids: all that cancelling them can pay of a quote's new
   * orders. When absent, nothing, and a quote brings what its orders lock.
   */
  readonly orderLocks?: ReadonlyMap<number, bigint> | undefined
  /**
   * The wallet's coins, from a node of the caller's. With them every input must be one of them and every unit must be
   * accounted for. Without them inputs are known to be the wallet's by what opens them, and what they hold beyond the
   * call comes back by the chain's own rule.
   */
  readonly coins?: readonly WalletCoin[] | undefined
  /**
   * Gas that the caller pays at most, all in all. No call is believed to need more than such a call can; for an order or a
   * quote that includes a hundred orders in its way, which docs/client.md puts into numbers.
   */
  readonly gasAmountMax?: number | undefined
  /** When absent, the chain's lowest. */
  readonly gasPriceMax?: bigint | undefined
}

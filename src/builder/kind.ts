import type { ContractCall, Deployment } from '../bindings/index.ts'
import type { Chain } from '../chain/index.ts'
import type { VenueEvent } from '../domain/index.ts'
import type { JsonObject } from '../kit/index.ts'
import type { Reader } from '../store/index.ts'
import type { MarketBook } from './market-ref.ts'
import type { Signer, SignerFields } from './signer.ts'

/** What a kind may ask while it prepares a transaction. */
export interface Context {
  readonly chain: Chain
  readonly database: Reader
  readonly venue: Deployment
  readonly markets: MarketBook
  readonly signer: Signer
  /** The later of the venue's clock and the newest indexed block's time. */
  readonly nowMs: number
  /** The block time from which on the transaction is refused; every call carries it. */
  readonly deadlineMs: number
}

/** A transaction that the state of the chain allows, before anybody looked into the wallet. */
export interface Prepared {
  readonly call: ContractCall
  /** What is locked, when a swap before it makes the call bring something else. */
  readonly brings?: ContractCall
  /** Gas of the script, margin included. */
  readonly scriptGas: number
  /** What the answer calls so; the tokens of the answer are the call's. */
  readonly collateralRequired: bigint
  /** What happens when it is included as simulated. */
  readonly effects: readonly VenueEvent[]
  /** Holdings that are not coins, free shares for example; refuses INSUFFICIENT_BALANCE. */
  readonly assertHoldings?: () => void
}

/** A request that was understood: its identity, and how to find out whether it can be done. */
export interface Intent {
  readonly method: 'POST' | 'DELETE'
  readonly path: string
  /** Canonical, without the signer's fields. */
  readonly body: JsonObject
  /** Existence and state, from the node; refuses NOT_FOUND, MARKET_CLOSED, STATE_CONFLICT. */
  prepare(context: Context): Promise<Prepared>
  /**
   * What can have become hopeless since a build was stored, where that takes less than preparing it again. Without it a
   * stored build is answered only after prepare.
   */
  recheck?(context: Context): Promise<undefined>
  /** The same question asked of the index, for a stored build while the node is away. */
  assertFromIndex(context: Omit<Context, 'chain' | 'markets'>): Promise<void>
  /** Reasons of refusals that the transaction itself brings about once it is included. */
  readonly ownReasons: readonly string[]
}

/** One kind of transaction: from a validated body to an intent. Refuses INVALID_REQUEST where a rule says no. */
export interface Kind<R extends SignerFields> {
  readonly name: string
  read(
    request: R,
    facts: { readonly venue: Deployment; readonly signer: Signer; readonly nowMs: number },
  ): Intent
}

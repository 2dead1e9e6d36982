import type { Auth, RateLimiter } from '../auth/index.ts'
import type { Builder } from '../builder/index.ts'
import type { RateLimits } from '../domain/index.ts'
import type { RelayRequest } from '../keeper/index.ts'
import type { Random, Timers } from '../kit/index.ts'
import type { CursorCodec, Database } from '../store/index.ts'
import type { ListGate } from './hooks/list-gate.ts'
import type { ObserveApi } from './observation.ts'
import type { IndexView } from './reads/index-view.ts'
import type { ReadReplicas } from './reads/read-replicas.ts'
import type { ResponseCache } from './reads/response-cache.ts'

/** What a handler may call. The composition root gives one of these; a new room joins by one more line here. */
export interface ApiParts {
  readonly auth: Auth
  readonly limiter: RateLimiter
  readonly builder: Builder
  readonly database: Database
  /** Where lists and searches are read instead, while they are as far; null: nowhere. */
  readonly replicas: ReadReplicas | null
  readonly operator: Operator
  readonly cursors: CursorCodec
  readonly index: IndexView
  readonly cache: ResponseCache
  readonly listGate: ListGate
  /** The same for reads that ask the node. */
  readonly nodeGate: ListGate
  readonly venue: Venue
  readonly relay: Relay
  readonly node: NodeView
  readonly terms: ServiceTerms
  /** Funds a wallet, with the embedded devnet only. */
  readonly faucet: ((address: string) => Promise<{ readonly txId: string }>) | null
  /** What may be done to the embedded devnet; null on every other network. */
  readonly devnet: DevnetControls | null
  readonly observe: ObserveApi
  readonly random: Random
  readonly timers: Timers
}

/** What the composition root knows about the whole house and no single room does. */
export interface Operator {
  /** Why the service should get no traffic now; empty when it is ready. */
  unreadyReasons(): Promise<readonly string[]>
  /** Prometheus text. */
  metrics(): Promise<{ readonly contentType: string; readonly text: string }>
}

export interface VenueToken {
  readonly id: string
  readonly symbol: string
  readonly decimals: number
}

/** The venue as it was deployed: where it lives, and what nobody can change any more. */
export interface Venue {
  readonly networkId: number
  readonly group: number
  readonly tokens: { readonly collateral: VenueToken; readonly stake: VenueToken }
  readonly contracts: Readonly<Record<string, { readonly address: string }>>
  readonly periods: {
    readonly votingMs: number
    readonly minTradingMs: number
    readonly disputeMs: number
    readonly commitMs: number
    readonly revealMs: number
    readonly appealMs: number
    readonly unlockMs: number
  }
  readonly bond: bigint
  readonly bondMax: bigint
  readonly quorumWeight: number
  readonly quorumWallets: number
}

export interface ChainTip {
  readonly height: number
  readonly blockHash: string
  readonly blockTimestamp: number
}

/** The node behind the venue, as far as a client needs to know it. */
export interface NodeView {
  /** Where a client submits what it signed. */
  readonly url: string
  /** The newest block the node told of; null while it tells nothing. */
  tip(): Promise<ChainTip | null>
  /** A wallet's coins, summed; fails while the node is away. */
  balances(address: string): Promise<Balances>
}

export interface Balance {
  readonly amount: bigint
  /** Of these, in coins whose lock time the chain has not reached. */
  readonly locked: bigint
}

export interface Balances {
  readonly native: Balance
  readonly tokens: ReadonlyMap<string, Balance>
  readonly coins: number
}

/** Takes votes to reveal for their voters; the keeper does the revealing. */
export interface Relay {
  accept(request: RelayRequest): Promise<{ readonly id: number; readonly voter: string }>
}

/** What an operator set and a client may want to know. */
export interface ServiceTerms {
  /** Blocks after which a transaction counts as confirmed. */
  readonly confirmations: number
  /** An index further behind is not ready. */
  readonly maxIndexLagMs: number
  readonly rates: { readonly anonymous: RateLimits; readonly key: RateLimits }
}

/** The embedded devnet's controls that its own pages have buttons for. */
export interface DevnetControls {
  mine(options: { readonly blocks: number }): { readonly blocks: string[] }
  /** Forward only. */
  setTime(change: { readonly advanceMs: number }): { readonly nowMs: number }
  setMining(mode: { readonly mode: 'instant' | 'manual' }): void
  reorg(options: { readonly depth: number; readonly replay: boolean }): {
    readonly dropped: string[]
    readonly tip: string
  }
  /** The node's next answers come wrongly. */
  fault(fault: {
    readonly kind: 'delay' | 'drop' | 'status' | 'garbage'
    readonly route: string
    readonly count: number
  }): void
}

import type { Auth, RateLimiter } from '../auth/index.ts'
import type { Builder } from '../builder/index.ts'
import type { RelayRequest } from '../keeper/index.ts'
import type { Random, Timers } from '../kit/index.ts'
import type { CursorCodec, Database } from '../store/index.ts'
import type { ObserveApi } from './observation.ts'
import type { IndexView } from './reads/index-view.ts'
import type { ResponseCache } from './reads/response-cache.ts'

/** What a handler may call. The composition root gives one of these; a new room joins by one more line here. */
export interface ApiParts {
  readonly auth: Auth
  readonly limiter: RateLimiter
  readonly builder: Builder
  readonly database: Database
  readonly operator: Operator
  readonly cursors: CursorCodec
  readonly index: IndexView
  readonly cache: ResponseCache
  readonly venue: Venue
  readonly relay: Relay
  /** Funds a wallet, with the embedded devnet only. */
  readonly faucet: ((address: string) => Promise<{ readonly txId: string }>) | null
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

/** Where the venue lives: the network, and the group of all its contracts. */
export interface Venue {
  readonly networkId: number
  readonly group: number
}

/** Takes votes to reveal for their voters; the keeper does the revealing. */
export interface Relay {
  accept(request: RelayRequest): Promise<{ readonly id: number; readonly voter: string }>
  /** After so many attempts a reveal counts as failed. */
  readonly attemptsMax: number
}

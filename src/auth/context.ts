import type { Clock, Random } from '../kit/index.ts'
import type { Database } from '../store/index.ts'
import type { ObserveAuth } from './observation.ts'
import type { Verifier } from './verifier.ts'

/** What the operations of this room work with. */
export interface AuthContext {
  readonly database: Database
  readonly clock: Clock
  readonly random: Random
  readonly verifier: Verifier
  /** Where wallets reach the service, asked when a challenge is issued: with a free port nobody knows it earlier. */
  readonly publicUrl: () => string
  readonly networkId: number
  /** The group the venue's contracts live in. */
  readonly group: number
  readonly observe: ObserveAuth
}

/** How long a challenge can be used. */
export const challengeLifetimeMs = 5 * 60_000
/** Wrong signatures, from the caller who asked for it, that end a challenge. */
export const challengeTriesMax = 5
/** How long ended challenges are remembered, to say why a signature comes too late. */
export const challengeMemoryMs = 7 * 24 * 60 * 60_000
/** Challenges one signature is tested against at most. */
export const challengeCandidatesMax = 10
/** Active keys a wallet may have. */
export const activeKeysMax = 50
/** Revoked keys a list still shows. */
export const revokedKeysShown = 200

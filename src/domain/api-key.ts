import type { Scope } from './scope.ts'

/** Requests a minute. */
export interface RateLimits {
  readonly reads: number
  readonly writes: number
}

/** An API key without its secret, which is nowhere but with its owner. */
export interface ApiKey {
  readonly id: string
  /** The first characters of the key text, enough for its owner to recognise it. */
  readonly keyPrefix: string
  /** Groupless wallets as `X:g`, g the venue's group. */
  readonly ownerAddress: string
  /** Hex without 0x. Ownership compares this and not the address. */
  readonly ownerPublicKey: string
  readonly name: string
  readonly scopes: readonly Scope[]
  readonly createdAtMs: number
  readonly expiresAtMs: number | null
  readonly lastUsedAtMs: number | null
  readonly revokedAtMs: number | null
  /** What an operator granted this key in place of the usual limits; null where the usual ones hold. */
  readonly limits: { readonly reads: number | null; readonly writes: number | null }
}

import type { ApiKey, Scope } from '../domain/index.ts'

export interface ChallengeRequest {
  readonly address: string
  /** The caller's network address: only it may use up a challenge's tries. */
  readonly client: string
}

export interface IssuedChallenge {
  /** The text to sign, byte for byte. */
  readonly challenge: string
  readonly expiresAtMs: number
}

export interface MintRequest {
  readonly address: string
  /** Hex, with or without 0x. */
  readonly publicKey: string
  readonly signature: string
  readonly name: string
  readonly client: string
  /** Both scopes when absent. */
  readonly scopes?: readonly string[] | undefined
  readonly keyType?: string | undefined
  /** The text as issued; without it the wallet's own candidates are tried. */
  readonly challenge?: string | undefined
  /** The key never expires when absent. */
  readonly expiresAtMs?: number | undefined
}

export interface MintedKey {
  /** The secret, seen here once and never again. */
  readonly key: string
  readonly record: ApiKey
}

/** Every refusal is a Refusal with its public code; trouble is a Fault: `database`, or `overload` when the verifiers' queue is full. */
export interface Auth {
  issueChallenge(request: ChallengeRequest): Promise<IssuedChallenge>
  mintKey(request: MintRequest): Promise<MintedKey>
  /** The key behind the text after `Bearer `, or null: malformed, unknown, revoked and expired look alike. */
  authenticate(text: string): Promise<ApiKey | null>
  /** The wallet's keys, newest first: the active ones and the newest 200 revoked. */
  listKeys(caller: ApiKey): Promise<ApiKey[]>
  /** Idempotent for the owner; NOT_FOUND for an unknown id and for another wallet's. */
  revokeKey(caller: ApiKey, id: string): Promise<void>
  /** Refuses INSUFFICIENT_SCOPE. */
  assertScope(caller: ApiKey, scope: Scope): void
  /** For the operator: null gives back the usual limit. NOT_FOUND for an unknown id. */
  setKeyLimits(id: string, limits: ApiKey['limits']): Promise<ApiKey>
  /** True while writes are to be answered 503. Cached for a moment, the same on every replica after it. */
  isMaintenance(): Promise<boolean>
  setMaintenance(on: boolean): Promise<void>
  /** Resolves when what was done beside the requests (last use of keys) is written. */
  settle(): Promise<void>
  close(): Promise<void>
}

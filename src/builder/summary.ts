import type { VenueEvent } from '../domain/index.ts'
import type { JsonObject } from '../kit/index.ts'

/** What a client can check before signing, and anybody can ask for by transaction id. */
export interface Summary {
  readonly kind: string
  readonly signerAddress: string
  readonly collateralRequired: string
  readonly attoNativeAmount: string
  readonly tokens: readonly { readonly id: string; readonly amount: string }[]
  readonly expiresAtMs: number
  /** The venue's events as simulated when it was built; others may change the book before it is included. */
  readonly effects: readonly JsonObject[]
}

/** Amounts as digits, as everywhere on the wire. */
export function toEffect(event: VenueEvent): JsonObject {
  const text = JSON.stringify(event, (_, value) => (typeof value === 'bigint' ? String(value) : value))
  return JSON.parse(text) as JsonObject // it was an object a line ago
}

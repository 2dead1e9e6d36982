/** What auth has to tell; app/telemetry decides on level, wording and metric. Never a key, a signature or a text signed. */
export type AuthObservation =
  | { readonly kind: 'challenge-issued' }
  | { readonly kind: 'key-minted'; readonly keyId: string }
  | { readonly kind: 'mint-refused'; readonly reason: string }
  | { readonly kind: 'key-revoked'; readonly keyId: string }
  | { readonly kind: 'verifier-full'; readonly queued: number }
  | { readonly kind: 'verifier-restarted'; readonly reason: string }
  | { readonly kind: 'last-used-failed'; readonly reason: string }
  | { readonly kind: 'challenges-purged'; readonly count: number }
  | { readonly kind: 'limits-shared' }
  | { readonly kind: 'limits-alone'; readonly reason: string }
  | { readonly kind: 'purge-failed'; readonly reason: string }

export type ObserveAuth = (observation: AuthObservation) => void

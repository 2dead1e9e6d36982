/** What the store has to tell; app/telemetry decides on level, wording and metric. No values, no SQL, no secrets. */
export type StoreObservation =
  | { readonly kind: 'statement'; readonly label: string; readonly ms: number; readonly failed: boolean }
  | { readonly kind: 'transaction-retried'; readonly code: string; readonly attempt: number }
  | { readonly kind: 'connection-lost'; readonly pool: string; readonly reason: string }
  | { readonly kind: 'watchdog-fired'; readonly label: string; readonly limitMs: number }
  | { readonly kind: 'embedded-reopened'; readonly ms: number }
  | { readonly kind: 'embedded-reopen-failed'; readonly reason: string; readonly attempt: number }
  | { readonly kind: 'visits-impossible'; readonly reason: string }
  | { readonly kind: 'migration-applied'; readonly name: string; readonly ms: number }

export type ObserveStore = (observation: StoreObservation) => void

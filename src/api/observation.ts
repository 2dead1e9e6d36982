/** What api has to tell; app/telemetry decides on level, wording and metric. Paths as patterns, so no query is ever logged. */
export type ApiObservation =
  | {
      readonly kind: 'request'
      readonly requestId: string
      readonly method: string
      /** The route's pattern, or `unmatched`. */
      readonly route: string
      readonly status: number
      readonly ms: number
      readonly keyId: string | null
      /** The client went away before the answer was complete. */
      readonly aborted: boolean
    }
  /** Of no request: what is read for all who follow the stream. */
  | {
      readonly kind: 'bug'
      readonly requestId: string | null
      readonly route: string
      readonly cause: unknown
    }
  | { readonly kind: 'fault'; readonly requestId: string; readonly route: string; readonly cause: unknown }
  | { readonly kind: 'malformed'; readonly code: string }
  /** Connections closed at the end of a stop with something unfinished on them. */
  | { readonly kind: 'cut'; readonly connections: number }
  | { readonly kind: 'pressure'; readonly reason: string | null }
  /** A list or search: answered by a read replica, or why by the primary. */
  | {
      readonly kind: 'replica-read'
      readonly outcome: 'answered' | 'none' | 'behind' | 'refused' | 'failed'
    }
  | { readonly kind: 'replica-away'; readonly replica: string; readonly reason: string }
  | { readonly kind: 'replica-back'; readonly replica: string }

export type ObserveApi = (observation: ApiObservation) => void

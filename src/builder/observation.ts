/** What the builder has to tell; app/telemetry decides on level, wording and metric. No bodies, no keys. */
export type BuilderObservation =
  | { readonly kind: 'built'; readonly transaction: string; readonly ms: number }
  | { readonly kind: 'answered-stored'; readonly transaction: string; readonly nodeDown: boolean }
  | { readonly kind: 'simulation-unexplained'; readonly transaction: string; readonly text: string }

export type ObserveBuilder = (observation: BuilderObservation) => void

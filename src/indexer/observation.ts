import type { LeaseObservation } from '../store/index.ts'

/** What the indexer has to tell; app/telemetry decides on level, wording and metric. */
export type IndexerObservation =
  | {
      readonly kind: 'applied'
      readonly height: number
      readonly blockCount: number
      readonly eventCount: number
      readonly nodeHeight: number
    }
  | { readonly kind: 'undone'; readonly height: number; readonly depth: number }
  | { readonly kind: 'finalized'; readonly height: number }
  | { readonly kind: 'trouble'; readonly message: string; readonly failuresInARow: number }
  /** At which block it halted: the one that cannot be applied, or the lowest that cannot be undone. */
  | { readonly kind: 'halted'; readonly reason: string; readonly height: number; readonly cause?: unknown }
  | LeaseObservation
  | { readonly kind: 'caught-up'; readonly height: number }

export type ObserveIndexer = (observation: IndexerObservation) => void

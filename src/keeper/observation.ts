import type { LeaseObservation } from '../store/index.ts'

/** What the keeper says about its work; app decides how loud. */
export type KeeperObservation =
  | { readonly kind: 'sent'; readonly duty: string; readonly task: string; readonly txId: string }
  | { readonly kind: 'refused'; readonly duty: string; readonly task: string; readonly reason: string }
  | { readonly kind: 'trouble'; readonly duty: string; readonly cause: unknown }
  /** A Bug in a duty, or in one of its tasks. It is left alone for `pauseMs`; the others go on. */
  | {
      readonly kind: 'broken'
      readonly duty: string
      readonly task: string | null
      readonly pauseMs: number
      readonly cause: unknown
    }
  | { readonly kind: 'balance'; readonly address: string; readonly attoAlph: bigint }
  | { readonly kind: 'balance-low'; readonly address: string; readonly attoAlph: bigint }
  | LeaseObservation
  | { readonly kind: 'reveal-failed'; readonly id: number; readonly attempt: number; readonly reason: string }
  /** Tried `attempt` times, and still no block shows it. */
  | { readonly kind: 'reveal-overdue'; readonly id: number; readonly attempt: number }

export type ObserveKeeper = (observation: KeeperObservation) => void

import { type Clock, monotonicMs } from '../kit/index.ts'
import { findCheckpoint } from './chain/checkpoint.ts'
import type { Reader } from './database.ts'

/** The newest indexed block is asked for at most this often. */
const AGE_MAX_MS = 250

export interface VenueTime {
  /** Time of the newest indexed block; 0 before the first. */
  readonly tipMs: number
  /** Windows are judged by the later of the newest indexed block's time and the venue's clock. */
  readonly nowMs: number
}

/** The chain's time as far as the index knows it: the database's clock may be behind it, or ahead. */
export function createVenueTime(database: Reader, clock: Clock): () => Promise<VenueTime> {
  let tip: Promise<number> = Promise.resolve(0)
  let readAtMs = Number.NEGATIVE_INFINITY
  return async () => {
    if (monotonicMs() - readAtMs > AGE_MAX_MS) {
      readAtMs = monotonicMs()
      tip = findCheckpoint(database).then((checkpoint) => checkpoint?.timestampMs ?? 0)
    }
    const tipMs = await tip
    return { tipMs, nowMs: Math.max(clock.nowMs(), tipMs) }
  }
}

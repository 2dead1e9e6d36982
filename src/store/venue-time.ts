import type { Clock } from '../kit/index.ts'
import { findCheckpoint } from './chain/checkpoint.ts'
import type { Reader } from './database.ts'

export interface VenueTime {
  /** Time of the newest indexed block; 0 before the first. */
  readonly tipMs: number
  /** Windows are judged by the later of the newest indexed block's time and the venue's clock. */
  readonly nowMs: number
}

/** The chain's time as far as the index knows it: the database's clock may be behind it, or ahead. */
export function createVenueTime(database: Reader, clock: Clock): () => Promise<VenueTime> {
  return async () => {
    const tipMs = (await findCheckpoint(database))?.timestampMs ?? 0
    return { tipMs, nowMs: Math.max(clock.nowMs(), tipMs) }
  }
}

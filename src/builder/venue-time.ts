import { type Clock, monotonicMs } from '../kit/index.ts'
import { findCheckpoint, type Reader } from '../store/index.ts'

/** A block's time may be ahead of the clock by seconds, and is asked for at most this often. */
const AGE_MAX_MS = 250

/** Windows are judged by the later of the newest indexed block's time and the venue's clock. */
export function createVenueTime(database: Reader, clock: Clock): () => Promise<number> {
  let tip: Promise<number> = Promise.resolve(0)
  let readAtMs = Number.NEGATIVE_INFINITY
  return async () => {
    if (monotonicMs() - readAtMs > AGE_MAX_MS) {
      readAtMs = monotonicMs()
      tip = findCheckpoint(database).then((checkpoint) => checkpoint?.timestampMs ?? 0)
    }
    return Math.max(clock.nowMs(), await tip)
  }
}

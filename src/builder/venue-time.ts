import type { Clock } from '../kit/index.ts'
import { findCheckpoint, type Reader } from '../store/index.ts'

/** Windows are judged by the later of the newest block's time and the venue's clock. */
export async function readVenueTime(database: Reader, clock: Clock): Promise<number> {
  const checkpoint = await findCheckpoint(database)
  return Math.max(clock.nowMs(), checkpoint?.timestampMs ?? 0)
}

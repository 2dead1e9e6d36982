import { type Clock, Fault, monotonicMs, systemTimers, type Timers } from '../kit/index.ts'
import type { Database } from './database.ts'
import { readTime } from './read-time.ts'

/** How often the distance to the database's clock is measured again. */
const refreshMs = 30_000
/** A start has time: a busy server that keeps one reading waiting for its session, half a second, is asked again so often. */
const firstReadingsMax = 20

export interface DatabaseClock extends Clock {
  stop(): void
}

/**
 * The database's time for everybody: replicas whose own clocks disagree still agree on when a challenge ends. It is
 * read now and then and carried on by a clock that cannot jump; while the database is away it simply runs on.
 */
export async function createDatabaseClock(
  database: Database,
  { timers = systemTimers, monotonic = monotonicMs }: { timers?: Timers; monotonic?: () => number } = {},
): Promise<DatabaseClock> {
  const measure = async (): Promise<number> => {
    const before = monotonic()
    const time = await readTime(database.points)
    // Half of the way there and back is the way there.
    return time - (before + monotonic()) / 2
  }
  let offset = await measureFirst(measure)
  const stop = timers.every(refreshMs, () => {
    measure().then(
      (measured) => {
        offset = measured
      },
      () => undefined,
    )
  })
  return { nowMs: () => Math.floor(monotonic() + offset), stop }
}

async function measureFirst(measure: () => Promise<number>): Promise<number> {
  for (let reading = 1; ; reading++) {
    try {
      return await measure()
    } catch (error) {
      if (!(error instanceof Fault) || reading === firstReadingsMax) throw error
    }
  }
}

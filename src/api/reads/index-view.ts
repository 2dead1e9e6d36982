import { refuse } from '../../domain/index.ts'
import { type Clock, monotonicMs, sleep } from '../../kit/index.ts'
import { type Database, findIndexStatus, type IndexStatus } from '../../store/index.ts'
import { type Caller, createWaiters } from './waiters.ts'

/**
 * What the index reflects right now, asked at most once per `ageMaxMs` however many requests come: a cached answer
 * must not cost a query to learn that it is still fresh.
 */
export interface IndexView {
  /** Null before the first block. */
  current(): Promise<IndexStatus | null>
  /**
   * Waits until the index has this height; refuses UPSTREAM_TIMEOUT when it does not get there in time, RATE_LIMITED when
   * too many of this caller's requests wait already, UNAVAILABLE when too many of everybody's do.
   */
  reach(height: number, caller: Caller): Promise<IndexStatus>
  /** Somebody has seen a later one: what was read before this call is not used any more. */
  expire(): void
  /** How far behind its node the index is, in milliseconds: 0 at the tip, else the time since it was there. */
  lagMs(status: IndexStatus): number
}

export interface IndexViewOptions {
  readonly database: Database
  /** The venue's clock: lags are measured against block times. */
  readonly clock: Clock
  readonly ageMaxMs?: number
  readonly waitMaxMs?: number
}

/** Between two looks while a caller waits for a height. */
const pollMs = 25
/** The indexer says how it stands every half second; what is older than this it may no longer say. */
const healthMaxMs = 2_000
/** About a block: asking sooner finds the same. */
const retryAfterSeconds = 5

export function createIndexView({
  database,
  clock,
  ageMaxMs = 20,
  waitMaxMs = 5_000,
}: IndexViewOptions): IndexView {
  let known: IndexStatus | null = null
  let readAtMs = Number.NEGATIVE_INFINITY
  let reading: Promise<IndexStatus | null> | null = null

  function read(): Promise<IndexStatus | null> {
    if (reading !== null) return reading
    const own = findIndexStatus(database.points)
      .then((status) => {
        if (reading !== own) return status
        known = status
        readAtMs = monotonicMs()
        return status
      })
      .finally(() => {
        if (reading === own) reading = null
      })
    reading = own
    return own
  }

  const current = async (): Promise<IndexStatus | null> =>
    monotonicMs() - readAtMs <= ageMaxMs ? known : read()

  const waiters = createWaiters()

  async function untilReached(height: number): Promise<IndexStatus> {
    const untilMs = monotonicMs() + waitMaxMs
    for (;;) {
      const status = await read()
      if (status && status.height >= height) return status
      if (monotonicMs() >= untilMs)
        throw refuse(
          'UPSTREAM_TIMEOUT',
          { minBlockHeight: height, blockHeight: status?.height ?? null, retryAfter: retryAfterSeconds },
          `the index did not reach block ${height} in time; try again`,
        )
      await sleep(pollMs)
    }
  }

  return {
    current,
    async reach(height, caller) {
      const status = await current()
      if (status && status.height >= height) return status
      return waiters.wait(caller, () => untilReached(height))
    },
    expire() {
      readAtMs = Number.NEGATIVE_INFINITY
      reading = null
    },
    lagMs({ caughtUpAtMs, checkedAtMs }) {
      const nowMs = clock.nowMs()
      const isAtTip = caughtUpAtMs >= checkedAtMs && nowMs - checkedAtMs <= healthMaxMs
      return isAtTip ? 0 : Math.max(0, nowMs - caughtUpAtMs)
    },
  }
}

import { refuse } from '../../domain/index.ts'
import { type Clock, monotonicMs, sleep } from '../../kit/index.ts'
import { type Database, findIndexStatus, type IndexStatus } from '../../store/index.ts'

/**
 * What the index reflects right now, asked at most once per `ageMaxMs` however many requests come: a cached answer
 * must not cost a query to learn that it is still fresh.
 */
export interface IndexView {
  /** Null before the first block. */
  current(): Promise<IndexStatus | null>
  /** The same without a wait: undefined when it would have to be asked for. */
  recent(): IndexStatus | null | undefined
  /** The revision that was seen last, however long ago; zero before the first. */
  seenRevision(): number
  /** Waits until the index has this height; refuses UPSTREAM_TIMEOUT when it does not get there in time. */
  reach(height: number): Promise<IndexStatus>
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
    reading ??= findIndexStatus(database.points)
      .then((status) => {
        known = status
        readAtMs = monotonicMs()
        return status
      })
      .finally(() => {
        reading = null
      })
    return reading
  }

  const recent = (): IndexStatus | null | undefined =>
    monotonicMs() - readAtMs <= ageMaxMs ? known : undefined

  async function current(): Promise<IndexStatus | null> {
    const status = recent()
    return status === undefined ? read() : status
  }

  return {
    current,
    recent,
    seenRevision: () => known?.revision ?? 0,
    async reach(height) {
      const untilMs = monotonicMs() + waitMaxMs
      for (let status = await current(); ; status = await read()) {
        if (status && status.height >= height) return status
        if (monotonicMs() >= untilMs)
          throw refuse(
            'UPSTREAM_TIMEOUT',
            { minBlockHeight: height, blockHeight: status?.height ?? null, retryAfter: retryAfterSeconds },
            `the index did not reach block ${height} in time; try again`,
          )
        await sleep(pollMs)
      }
    },
    lagMs({ caughtUpAtMs, checkedAtMs }) {
      const nowMs = clock.nowMs()
      const isAtTip = caughtUpAtMs >= checkedAtMs && nowMs - checkedAtMs <= healthMaxMs
      return isAtTip ? 0 : Math.max(0, nowMs - caughtUpAtMs)
    },
  }
}

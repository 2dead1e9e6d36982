import type { Pool, PoolClient } from 'pg'
import { monotonicMs, systemTimers, type Timers } from '../kit/index.ts'

/**
 * The line before a pool. Who leaves a session passes it on to the next in line: putting it back and taking it out again
 * costs a timer, two listeners and two promises each time, and under load every session is wanted again at once.
 */
export interface SessionLine {
  take(): Promise<PoolClient>
  /** `broken` ones are ended, and the next in line gets a new one. */
  give(session: PoolClient, broken: boolean): void
}

export interface SessionLineOptions {
  readonly places: number
  /** Nobody stands in the line for longer. */
  readonly waitMs: number
  readonly timers?: Timers
}

interface Waiting {
  readonly untilMs: number
  go(session: PoolClient): void
  refuse(error: unknown): void
}

type Sessions = Pick<Pool, 'connect'>

export function createSessionLine(
  pool: Sessions,
  { places, waitMs, timers = systemTimers }: SessionLineOptions,
): SessionLine {
  const line: Waiting[] = []
  let lent = 0
  let isWatched = false

  async function open(): Promise<PoolClient> {
    lent += 1
    try {
      return await pool.connect()
    } catch (error) {
      leave()
      throw error
    }
  }

  /** A place is free: the next in line gets a session of the pool. */
  function leave(): void {
    lent -= 1
    const next = line.shift()
    if (next) open().then(next.go, next.refuse)
  }

  /** One timer for the whole line: whoever came first is too late first. */
  function watch(): void {
    const [first] = line
    isWatched = first !== undefined
    if (first === undefined) return
    timers.after(Math.max(1, Math.ceil(first.untilMs - monotonicMs())), () => {
      const nowMs = monotonicMs()
      while (line[0] !== undefined && line[0].untilMs <= nowMs)
        line.shift()?.refuse(new Error('no session became free in time'))
      watch()
    })
  }

  return {
    take() {
      if (lent < places) return open()
      return new Promise((go, refuse) => {
        line.push({ untilMs: monotonicMs() + waitMs, go, refuse })
        if (!isWatched) watch()
      })
    },
    give(session, broken) {
      const next = broken ? undefined : line.shift()
      if (next) {
        next.go(session)
        return
      }
      session.release(broken)
      leave()
    },
  }
}

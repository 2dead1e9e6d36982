import type { Pool, PoolClient } from 'pg'
import { monotonicMs, systemTimers, type Timers } from '../kit/index.ts'

/**
 * The line before a pool. Who leaves a session passes it on to the next in line: putting it back and taking it out again
 * costs a timer, two listeners and two promises each time, and under load every session is wanted again at once.
 */
export interface SessionLine {
  /** A session of one's own. */
  take(): Promise<PoolClient>
  /** `broken` ones are ended, and the next in line gets a new one. */
  give(session: PoolClient, broken: boolean): void
  /** One statement on the session that is free first; it gives the session back itself. */
  ask(turn: Turn): void
}

/** A statement that waits for its turn. */
export interface Turn {
  /** It continues something of which a part is done, and goes before those who have nothing yet. */
  readonly isBegun: boolean
  /** False: it is not on its way yet, so nothing may be sent behind it. */
  start(session: PoolClient): boolean
  /**
   * Sends the statement to a session that is still at work on another, and `start` follows when that one is done. False:
   * nothing was sent.
   */
  sendAhead(session: PoolClient): boolean
  refuse(error: unknown): void
}

export interface SessionLineOptions {
  readonly places: number
  /** Nobody stands in the line for longer. */
  readonly waitMs: number
  /**
   * Whether a session may be sent its next statement before it is done with the last. It then never waits for us between
   * the two, and few sessions keep the server as busy as many.
   */
  readonly sendsAhead?: boolean
  readonly timers?: Timers
}

interface Waiting {
  readonly untilMs: number
  /** Null: wants a session of its own. */
  readonly turn: Turn | null
  go(session: PoolClient): void
  refuse(error: unknown): void
}

/** A session at work on one statement. */
interface Working {
  readonly sinceMs: number
  isSent: boolean
  /** What was sent behind it, in order. */
  readonly ahead: Turn[]
}

type Sessions = Pick<Pool, 'connect'>

/** So many are sent behind a statement; with one, a session of short statements still waited for us now and then. */
const aheadMax = 2
/** Behind a statement that takes longer nobody is sent: it may take much longer. */
const quickMs = 50

export function createSessionLine(
  pool: Sessions,
  { places, waitMs, sendsAhead = false, timers = systemTimers }: SessionLineOptions,
): SessionLine {
  /** Those in the first go before those in the second. In each, whoever came first is too late first. */
  const lines: readonly [Waiting[], Waiting[]] = [[], []]
  const [begun, fresh] = lines
  const working = new Map<PoolClient, Working>()
  let lent = 0
  let isWatched = false

  const first = (): Waiting | undefined => begun[0] ?? fresh[0]
  const next = (): Waiting | undefined => begun.shift() ?? fresh.shift()

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
    const waiting = next()
    if (waiting) open().then(waiting.go, waiting.refuse)
  }

  /** One timer for all who wait. */
  function watch(): void {
    const untilMs = Math.min(...lines.map(([head]) => head?.untilMs ?? Number.POSITIVE_INFINITY))
    isWatched = untilMs < Number.POSITIVE_INFINITY
    if (!isWatched) return
    timers.after(Math.max(1, Math.ceil(untilMs - monotonicMs())), () => {
      const nowMs = monotonicMs()
      for (const line of lines)
        while (line[0] !== undefined && line[0].untilMs <= nowMs)
          line.shift()?.refuse(new Error('no session became free in time'))
      watch()
    })
  }

  function stand(waiting: Waiting): void {
    ;(waiting.turn?.isBegun ? begun : fresh).push(waiting)
    if (!isWatched) watch()
  }

  function start(session: PoolClient, turn: Turn, ahead: Turn[] = []): void {
    const at: Working = { sinceMs: monotonicMs(), isSent: false, ahead }
    working.set(session, at)
    at.isSent = turn.start(session)
    fillAhead()
  }

  /** Whoever is next in line is sent ahead, while there is a session to be sent to. */
  function fillAhead(): void {
    if (!sendsAhead) return
    for (let turn = first()?.turn; turn; turn = first()?.turn) {
      if (!isSent(turn)) return
      next()
    }
  }

  function isSent(turn: Turn): boolean {
    const nowMs = monotonicMs()
    for (const [session, at] of working) {
      if (!at.isSent || at.ahead.length === aheadMax || nowMs - at.sinceMs > quickMs) continue
      if (!turn.sendAhead(session)) continue
      at.ahead.push(turn)
      return true
    }
    return false
  }

  return {
    take() {
      if (lent < places) return open()
      return new Promise((go, refuse) => stand({ untilMs: monotonicMs() + waitMs, turn: null, go, refuse }))
    },
    ask(turn) {
      const go = (session: PoolClient): void => start(session, turn)
      const refuse = (error: unknown): void => turn.refuse(error)
      if (lent < places) {
        open().then(go, refuse)
        return
      }
      stand({ untilMs: monotonicMs() + waitMs, turn, go, refuse })
      fillAhead()
    },
    give(session, broken) {
      const [ahead, ...others] = working.get(session)?.ahead ?? []
      working.delete(session)
      if (broken) {
        session.release(true)
        leave()
        const lost = new Error('the session it was sent to is lost')
        for (const turn of ahead ? [ahead, ...others] : []) turn.refuse(lost)
      } else if (ahead) start(session, ahead, others)
      else {
        const waiting = next()
        if (waiting) waiting.go(session)
        else {
          session.release(false)
          leave()
        }
      }
    },
  }
}

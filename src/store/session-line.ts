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

/** Was sent ahead. Refused for waiting too long, it keeps its place: its answer still comes, and nobody wants it. */
interface Sent {
  readonly turn: Turn
  readonly untilMs: number
  isRefused: boolean
}

/** A session at work on one statement. */
interface Working {
  readonly sinceMs: number
  isSent: boolean
  /** What was sent behind it, in order. */
  readonly ahead: Sent[]
}

type Sessions = Pick<Pool, 'connect'>

/** So many are sent behind a statement; with one, a session of short statements still waited for us now and then. */
const aheadMax = 2
/** Behind a statement that takes longer nobody is sent: it may take much longer. */
const quickMs = 20

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
    const sent = [...working.values()].flatMap(({ ahead }) => ahead.find(({ isRefused }) => !isRefused) ?? [])
    const heads = [...lines.flatMap(([head]) => head ?? []), ...sent]
    const untilMs = Math.min(Number.POSITIVE_INFINITY, ...heads.map((head) => head.untilMs))
    isWatched = untilMs < Number.POSITIVE_INFINITY
    if (!isWatched) return
    timers.after(Math.max(1, Math.ceil(untilMs - monotonicMs())), () => {
      const nowMs = monotonicMs()
      for (const line of lines)
        while (line[0] !== undefined && line[0].untilMs <= nowMs) line.shift()?.refuse(tooLate())
      for (const { ahead } of working.values())
        for (const sent of ahead)
          if (!sent.isRefused && sent.untilMs <= nowMs) {
            sent.isRefused = true
            sent.turn.refuse(tooLate())
          }
      watch()
    })
  }

  function stand(waiting: Waiting): void {
    ;(waiting.turn?.isBegun ? begun : fresh).push(waiting)
    if (!isWatched) watch()
  }

  function start(session: PoolClient, turn: Turn, ahead: Sent[] = []): void {
    const at: Working = { sinceMs: monotonicMs(), isSent: false, ahead }
    working.set(session, at)
    try {
      at.isSent = turn.start(session)
    } catch (error) {
      end(session)
      turn.refuse(error)
      return
    }
    fillAhead()
  }

  /** With everything that was sent to it. */
  function end(session: PoolClient): void {
    const ahead = working.get(session)?.ahead ?? []
    working.delete(session)
    session.release(true)
    leave()
    for (const { turn } of ahead) turn.refuse(new Error('the session it was sent to is lost'))
  }

  /** Whoever is next in line is sent ahead, while there is a session to be sent to. */
  function fillAhead(): void {
    if (!sendsAhead) return
    for (let waiting = first(); waiting?.turn; waiting = first()) {
      if (!isSent(waiting.turn, waiting.untilMs)) return
      next()
    }
  }

  /** Behind as few as possible, and behind whoever began last: what has run for longer may be what runs for long. */
  function isSent(turn: Turn, untilMs: number): boolean {
    const oldestMs = monotonicMs() - quickMs
    const lastFirst = [...working].reverse()
    for (let depth = 0; depth < aheadMax; depth++)
      for (const [session, at] of lastFirst) {
        if (!at.isSent || at.ahead.length !== depth || at.sinceMs < oldestMs) continue
        if (!turn.sendAhead(session)) continue
        at.ahead.push({ turn, untilMs, isRefused: false })
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
      if (broken) {
        end(session)
        return
      }
      const [ahead, ...others] = working.get(session)?.ahead ?? []
      working.delete(session)
      if (ahead) start(session, ahead.turn, others)
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

const tooLate = (): Error => new Error('no session became free in time')

import { systemTimers, type Timers } from '../kit/index.ts'

/** Bounds how long a session may owe an answer, however many answers it gives. */
export interface AnswerLimit {
  /** The watch over one session, which owes at most one answer at a time. */
  watch(): AnswerWatch
  /** Nobody waits any longer. */
  stop(): void
}

export interface AnswerWatch {
  /** From now on an answer is owed; `fail` is called when it does not come in time. */
  begin(fail: (error: Error) => void): void
  /** It came. */
  end(): void
  /** The session is gone. */
  close(): void
}

/** How much later than the limit a missing answer may be noticed, as a share of the limit. */
const looksPerLimit = 10

/**
 * One timer for all sessions. The driver's own limit is a timer for each statement, and in an old list of timers each
 * kept its statement's answer from being collected while it was young: a quarter of the time of a list.
 */
export function createAnswerLimit(limitMs: number, timers: Timers = systemTimers): AnswerLimit {
  const open = new Set<{ look(): void; giveUp(): void }>()
  const lookMs = Math.max(1, Math.ceil(limitMs / looksPerLimit))
  let stopLooking: (() => void) | null = null

  return {
    watch() {
      let owed: ((error: Error) => void) | null = null
      let looks = 0
      const session = {
        look() {
          if (++looks > looksPerLimit) session.giveUp()
        },
        giveUp() {
          const fail = owed
          owed = null
          fail?.(new Error('Query read timeout'))
        },
      }
      open.add(session)
      stopLooking ??= timers.every(lookMs, () => {
        for (const each of open) each.look()
      })
      return {
        begin(fail) {
          owed = fail
          looks = 0
        },
        end() {
          owed = null
        },
        close() {
          owed = null
          open.delete(session)
        },
      }
    },
    stop() {
      stopLooking?.()
      stopLooking = null
      for (const each of open) each.giveUp()
      open.clear()
    },
  }
}

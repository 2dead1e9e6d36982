import { monotonicMs, type Timers } from '../../kit/index.ts'

/** Waits for answers that may never come. One timer looks after all of them. */
export interface AnswerWatch {
  /** Calls `giveUp` when nobody has said within `ms` that the answer is there. What it returns says so: false, too late. */
  expect(ms: number, giveUp: () => void): () => boolean
  /** Gives up whoever still waits, and from then on whoever begins to. */
  stop(): void
}

/** How much later than its time somebody may be given up. */
const lookEveryMs = 100

/**
 * Emptied when the answer is there: what a Set held when it last made room for more stays alive until a full collection,
 * and `giveUp` holds the answer, a whole page.
 */
interface Waiting {
  readonly untilMs: number
  giveUp: (() => void) | null
}

export function createAnswerWatch(timers: Timers): AnswerWatch {
  const waiting = new Set<Waiting>()
  let isOver = false
  function giveUpBefore(timeMs: number): void {
    for (const one of waiting)
      if (timeMs >= one.untilMs) {
        waiting.delete(one)
        one.giveUp?.()
      }
  }
  const stopLooking = timers.every(lookEveryMs, () => giveUpBefore(monotonicMs()))
  return {
    expect(ms, giveUp) {
      if (isOver) {
        giveUp()
        return () => false
      }
      const one: Waiting = { untilMs: monotonicMs() + ms, giveUp }
      waiting.add(one)
      return () => {
        one.giveUp = null
        return waiting.delete(one)
      }
    },
    stop() {
      isOver = true
      stopLooking()
      giveUpBefore(Number.POSITIVE_INFINITY)
    },
  }
}

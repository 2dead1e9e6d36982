import { Fault } from '../kit/index.ts'

export interface ExpectedWaitOptions {
  /** How many are served at once. */
  readonly places: number
  /** Whoever would have to wait longer is refused. */
  readonly waitMs: number
}

export interface ExpectedWait {
  /** Refuses the next one when, with so many waiting before it, its turn would come too late. */
  assertInTime(waiting: number): void
  /** How long a place was held. */
  note(heldMs: number): void
}

/** The newest weighs a tenth: a burst of slow statements counts within a dozen of them, a single one does not. */
const weight = 0.1

/**
 * Judges a line by how fast it has moved. A bound on waiting alone makes everybody wait for it and then refuses most:
 * with ten times the load a refusal took 0.7 s. Who would wait in vain is told at once instead. An empty line is never
 * judged, so a past trouble is soon forgotten.
 */
export function createExpectedWait({ places, waitMs }: ExpectedWaitOptions): ExpectedWait {
  let meanMs = 0
  return {
    assertInTime(waiting) {
      if (waiting > 0 && ((waiting + 1) * meanMs) / places > waitMs)
        throw new Fault('overload', 'too many statements wait for the database')
    },
    note(heldMs) {
      meanMs += weight * (heldMs - meanMs)
    },
  }
}

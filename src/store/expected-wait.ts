import { Fault } from '../kit/index.ts'

export interface ExpectedWaitOptions {
  /** How many are served at once. */
  readonly places: number
  /** Whoever would have to wait longer is refused. */
  readonly waitMs: number
}

export interface Departure {
  /** When, by any clock that does not jump. */
  readonly atMs: number
  /** How long the place was held. */
  readonly heldMs: number
  /** How many wait now. */
  readonly waiting: number
}

export interface ExpectedWait {
  /** Whether the next one, with so many waiting before it, would be refused because its turn would come too late. */
  isTooLong(waiting: number): boolean
  assertInTime(waiting: number): void
  /** Somebody left a place. */
  note(departure: Departure): void
}

/** The newest weighs a tenth: a burst of slow statements counts within a dozen of them, a single one does not. */
const weight = 0.1

/** Made once: under overload it is thrown thousands of times a second, and where it was thrown is no news. */
const tooMany = Object.freeze(new Fault('overload', 'too many statements wait for the database'))

/**
 * Judges a line by how fast it has moved. A bound on waiting alone makes everybody wait for it and then refuses most:
 * with ten times the load a refusal took 0.7 s. Who would wait in vain is told at once instead. An empty line is never
 * judged, so a past trouble is soon forgotten.
 *
 * While somebody waits, the time between two departures tells the speed. The time a place was held does not: a place
 * that was left is not taken before the event loop has come round. It serves while nobody waits.
 */
export function createExpectedWait({ places, waitMs }: ExpectedWaitOptions): ExpectedWait {
  let stepMs = 0
  /** The last departure that left somebody waiting. */
  let lastMs: number | null = null
  const isTooLong = (waiting: number): boolean => waiting > 0 && (waiting + 1) * stepMs > waitMs
  return {
    isTooLong,
    assertInTime(waiting) {
      if (isTooLong(waiting)) throw tooMany
    },
    note({ atMs, heldMs, waiting }) {
      // Whoever waited may have given up meanwhile: no pause counts for more than would be waited for.
      const newestMs = lastMs === null ? heldMs / places : Math.min(atMs - lastMs, waitMs)
      stepMs += weight * (newestMs - stepMs)
      lastMs = waiting > 0 ? atMs : null
    },
  }
}

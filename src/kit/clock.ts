/** Where time comes from. Everything that decides by time receives one of these; nobody reads the system clock. */
export interface Clock {
  /** Unix milliseconds. */
  nowMs(): number
}

export const systemClock: Clock = { nowMs: () => Date.now() }

export interface ManualClock extends Clock {
  setTo(ms: number): void
  advance(ms: number): void
}

/** A clock that moves only when told to. */
export function createManualClock(startMs: number): ManualClock {
  let now = startMs
  return {
    nowMs: () => now,
    setTo: (ms) => {
      now = ms
    },
    advance: (ms) => {
      now += ms
    },
  }
}

/** Milliseconds since some fixed moment, for measuring how long things take; it never steps back. */
export const monotonicMs = (): number => performance.now()

/** For whoever measures durations alone, such as rate limits and breakers: it tells no date, and nobody can set it. */
export const monotonicClock: Clock = { nowMs: monotonicMs }

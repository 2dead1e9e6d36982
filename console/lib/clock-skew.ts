/** When something was asked and answered by this machine's clock, and what the answer says of the other's. */
export interface Glance {
  /** The answer's Date, which counts whole seconds. */
  readonly date: string | null
  readonly askedMs: number
  readonly answeredMs: number
}

const secondMs = 1_000

/**
 * How far the other clock is ahead of this one. An answer leaves a range; what lies within stays, so that two clocks that
 * agree are never set, and no answer makes the time jump to and fro.
 */
export function skewAfter(skewMs: number, { date, askedMs, answeredMs }: Glance): number {
  const dateMs = Date.parse(date ?? '')
  if (Number.isNaN(dateMs)) return skewMs
  return Math.max(dateMs - answeredMs, Math.min(dateMs + secondMs - askedMs, skewMs))
}

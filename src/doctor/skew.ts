/** Clocks that are further apart than this will, sooner or later, make somebody wonder. */
export const SKEW_MAX_MS = 5_000

/** How far a time lies outside of a stretch of time; 0 inside, positive after it. */
export function distanceOf(
  timeMs: number,
  { beforeMs, afterMs }: { readonly beforeMs: number; readonly afterMs: number },
): number {
  if (timeMs > afterMs) return timeMs - afterMs
  return timeMs < beforeMs ? timeMs - beforeMs : 0
}

/**
 * Requests counted in the last minute, by the second: never more than `limit` in any sixty seconds, and a client that
 * has used its budget gets it back as its requests grow old, not all at once. Exact to the second, on the strict side.
 */
const windowSeconds = 60

/** Seconds and their counts, oldest first. */
interface Window {
  seconds: number[]
  counts: number[]
  total: number
}

export interface WindowState {
  /** Whether this request was counted: then it may pass. The same for all windows of one call. */
  readonly counted: boolean
  readonly used: number
  /** Whole seconds until the oldest counted request is forgotten; 0 when there is none. */
  readonly resetSeconds: number
}

export interface AskedWindow {
  readonly name: string
  readonly limit: number
}

/** Where counts are kept: in process here, or in a server that several processes share (shared-windows.ts). */
export interface WindowStore {
  /** Counts one request in every window, if all have room for it; else counts in none. Answers in the given order. */
  take(windows: readonly AskedWindow[], nowMs: number): WindowState[] | Promise<WindowState[]>
}

export interface MemoryWindows extends WindowStore {
  /** At once: a promise would cost a request more than the counting. */
  take(windows: readonly AskedWindow[], nowMs: number): WindowState[]
  size(): number
}

/**
 * Windows in this process's memory, at most `namesMax`: the one unused for longest, to the second, makes room. Whoever commands more
 * addresses than that has a fresh budget for each anyway.
 */
export function createMemoryWindows(namesMax: number): MemoryWindows {
  /** The one used last comes last. */
  const windows = new Map<string, Window>()

  function touch(name: string, nowSecond: number): Window {
    let window = windows.get(name)
    // Moved once a second at most: a Map that is written anew for each request makes garbage that grows old.
    if (window?.seconds.at(-1) === nowSecond) return withoutOld(window, nowSecond)
    if (window) windows.delete(name)
    else {
      window = { seconds: [], counts: [], total: 0 }
      if (windows.size >= namesMax) {
        const oldest = windows.keys().next()
        if (!oldest.done) windows.delete(oldest.value)
      }
    }
    windows.set(name, window)
    return withoutOld(window, nowSecond)
  }

  function withoutOld(window: Window, nowSecond: number): Window {
    while (window.seconds.length > 0 && nowSecond - (window.seconds[0] ?? 0) > windowSeconds) {
      window.seconds.shift()
      window.total -= window.counts.shift() ?? 0
    }
    return window
  }

  return {
    size: () => windows.size,
    take(asked, nowMs) {
      const nowSecond = Math.floor(nowMs / 1000)
      const touched = asked.map(({ name, limit }) => ({ window: touch(name, nowSecond), limit }))
      const hasRoom = touched.every(({ window, limit }) => window.total < limit)
      return touched.map(({ window }) => {
        if (hasRoom) count(window, nowSecond)
        return { counted: hasRoom, used: window.total, resetSeconds: resetOf(window, nowMs) }
      })
    },
  }
}

function count(window: Window, second: number): void {
  const last = window.seconds.length - 1
  if (window.seconds[last] === second) window.counts[last] = (window.counts[last] ?? 0) + 1
  else {
    window.seconds.push(second)
    window.counts.push(1)
  }
  window.total += 1
}

function resetOf(window: Window, nowMs: number): number {
  const oldest = window.seconds[0]
  if (oldest === undefined) return 0
  return Math.max(1, Math.ceil(((oldest + windowSeconds + 1) * 1000 - nowMs) / 1000))
}

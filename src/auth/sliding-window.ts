/**
 * Requests counted in the last minute, by the second: never more than `limit` in any sixty seconds, and a client that
 * has used its budget gets it back as its requests grow old, not all at once. The requests of one second are forgotten
 * together, sixty seconds after the last of them.
 */
const windowMs = 60_000

/** When the last request of each second came, and how many came in it, oldest first. */
interface Window {
  lastMs: number[]
  counts: number[]
  total: number
}

const secondOf = (ms: number): number => Math.floor(ms / 1000)

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
 * Windows in this process's memory, at most `namesMax`: those unused for longest, to the second, make room. Whoever commands
 * more addresses than that has a fresh budget for each anyway.
 */
export function createMemoryWindows(namesMax: number): MemoryWindows {
  /** The one used last comes last. */
  const windows = new Map<string, Window>()

  function touch(name: string, nowMs: number): Window {
    let window = windows.get(name)
    // Moved once a second at most: a Map that is written anew for each request makes garbage that grows old.
    if (window && isSameSecond(window, nowMs)) return withoutOld(window, nowMs)
    if (window) windows.delete(name)
    else {
      window = { lastMs: [], counts: [], total: 0 }
      if (windows.size >= namesMax) makeRoom()
    }
    windows.set(name, window)
    return withoutOld(window, nowMs)
  }

  /** A hundredth at once: to find the first of a Map is to pass over all that were deleted before it. */
  function makeRoom(): void {
    let left = Math.ceil(namesMax / 100)
    for (const oldest of windows.keys()) {
      windows.delete(oldest)
      left -= 1
      if (left === 0) return
    }
  }

  function withoutOld(window: Window, nowMs: number): Window {
    while (nowMs - (window.lastMs[0] ?? nowMs) >= windowMs) {
      window.lastMs.shift()
      window.total -= window.counts.shift() ?? 0
    }
    return window
  }

  return {
    size: () => windows.size,
    take(asked, nowMs) {
      const touched = asked.map(({ name, limit }) => ({ window: touch(name, nowMs), limit }))
      const hasRoom = touched.every(({ window, limit }) => window.total < limit)
      return touched.map(({ window }) => {
        if (hasRoom) count(window, nowMs)
        return { counted: hasRoom, used: window.total, resetSeconds: resetOf(window, nowMs) }
      })
    },
  }
}

const isSameSecond = ({ lastMs }: Window, nowMs: number): boolean =>
  secondOf(lastMs.at(-1) ?? Number.NEGATIVE_INFINITY) === secondOf(nowMs)

function count(window: Window, nowMs: number): void {
  const last = window.lastMs.length - 1
  if (isSameSecond(window, nowMs)) {
    window.lastMs[last] = nowMs
    window.counts[last] = (window.counts[last] ?? 0) + 1
  } else {
    window.lastMs.push(nowMs)
    window.counts.push(1)
  }
  window.total += 1
}

function resetOf(window: Window, nowMs: number): number {
  const oldest = window.lastMs[0]
  return oldest === undefined ? 0 : Math.ceil((oldest + windowMs - nowMs) / 1000)
}

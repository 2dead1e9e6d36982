/** Timers live here so that nobody else touches the global ones; a test passes its own and fires them by hand. */
export interface Timers {
  /** Calls `work` once after `ms`; the returned function calls it off. Never keeps the process alive by itself. */
  after(ms: number, work: () => void): () => void
  /** Calls `work` every `ms` until the returned function is called. Never keeps the process alive by itself. */
  every(ms: number, work: () => void): () => void
}

export const systemTimers: Timers = {
  after(ms, work) {
    const timer = setTimeout(work, ms)
    timer.unref?.()
    return () => clearTimeout(timer)
  },
  every(ms, work) {
    const timer = setInterval(work, ms)
    timer.unref?.()
    return () => clearInterval(timer)
  },
}

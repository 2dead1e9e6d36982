/** A bounded number of things at once, one of each caller, callers in turn. */
export interface FairQueue {
  run<T>(caller: string, work: () => Promise<T>): Promise<T>
}

export function createFairQueue(atOnceMax: number): FairQueue {
  /** The caller whose turn it is comes first. */
  const waiting = new Map<string, (() => void)[]>()
  const busy = new Set<string>()

  function startNext(): void {
    for (const [caller, starts] of waiting) {
      if (busy.size >= atOnceMax) return
      if (busy.has(caller)) continue
      const [start, ...later] = starts
      // What else it waits for comes behind everybody's.
      waiting.delete(caller)
      if (later.length > 0) waiting.set(caller, later)
      busy.add(caller)
      start?.()
    }
  }

  return {
    async run(caller, work) {
      await new Promise<void>((resolve) => {
        waiting.set(caller, [...(waiting.get(caller) ?? []), resolve])
        startNext()
      })
      try {
        return await work()
      } finally {
        busy.delete(caller)
        startNext()
      }
    },
  }
}

export interface Stops {
  /** What starts also says how it stops. */
  add(name: string, stop: () => Promise<void> | void): void
  /** Runs every stop once, the youngest first; one that fails is told about and does not hold up the others. */
  run(): Promise<void>
  /** True from the first call of `run` on. */
  isRunning(): boolean
}

/** The stack of what has been started. Stopping runs in reverse, so nothing loses the floor it stands on. */
export function createStops(onFailure: (name: string, cause: unknown) => void): Stops {
  const stack: { name: string; stop: () => Promise<void> | void }[] = []
  let running: Promise<void> | null = null

  async function runAll(): Promise<void> {
    for (let part = stack.pop(); part !== undefined; part = stack.pop()) {
      try {
        await part.stop()
      } catch (cause) {
        onFailure(part.name, cause)
      }
    }
  }

  return {
    add: (name, stop) => {
      stack.push({ name, stop })
    },
    run: () => {
      running ??= runAll()
      return running
    },
    isRunning: () => running !== null,
  }
}

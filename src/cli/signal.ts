/** The first signal that asks the process to stop. A second one ends it at once. */
export function signalled(): Promise<string> {
  return new Promise((resolve) => {
    let count = 0
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.on(signal, () => {
        count += 1
        if (count > 1) process.exit(1)
        resolve(signal)
      })
    }
  })
}

/** Runs `work` soon after it is wanted: once, however often it is wanted until then, and `apartMs` after the last time. */
export function createPace(work: () => void, { settleMs, apartMs }: { settleMs: number; apartMs: number }) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastMs = Number.NEGATIVE_INFINITY
  return {
    want(): void {
      timer ??= setTimeout(
        () => {
          timer = undefined
          lastMs = performance.now()
          work()
        },
        Math.max(settleMs, lastMs + apartMs - performance.now()),
      )
    },
    stop(): void {
      clearTimeout(timer)
      timer = undefined
    },
  }
}

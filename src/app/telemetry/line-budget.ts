import { monotonicMs } from '../../kit/index.ts'

/**
 * So many lines a second, and no more. Under overload a line with a stack for each refusal costs more than the refusal
 * and takes the time of those who could be answered; what is not written is counted by the metrics all the same.
 */
export function createLineBudget(linesPerSecond: number, nowMs: () => number = monotonicMs): () => boolean {
  let second = Number.NaN
  let written = 0
  return () => {
    const current = Math.floor(nowMs() / 1000)
    if (current !== second) {
      second = current
      written = 0
    }
    written += 1
    return written <= linesPerSecond
  }
}

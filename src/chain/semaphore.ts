import { Fault } from '../kit/index.ts'

/** At most `slots` at once, at most `queueMax` waiting; one more is an overload and is told so at once. */
export interface Semaphore {
  acquire(signal: AbortSignal): Promise<() => void>
}

export function createSemaphore(slots: number, queueMax: number): Semaphore {
  let free = slots
  const waiting: (() => void)[] = []

  function release(): void {
    const next = waiting.shift()
    if (next) next()
    else free += 1
  }

  function once(): () => void {
    let released = false
    return () => {
      if (released) return
      released = true
      release()
    }
  }

  return {
    async acquire(signal) {
      if (free > 0) {
        free -= 1
        return once()
      }
      if (waiting.length >= queueMax) throw new Fault('overload', 'too many calls wait for the node')
      await new Promise<void>((resolve, reject) => {
        const enter = () => {
          signal.removeEventListener('abort', leave)
          resolve()
        }
        const leave = () => {
          waiting.splice(waiting.indexOf(enter), 1)
          reject(signal.reason)
        }
        waiting.push(enter)
        signal.addEventListener('abort', leave, { once: true })
      })
      return once()
    },
  }
}

import { Fault, systemTimers } from '../kit/index.ts'

/**
 * Lets one through at a time, in order of arrival. The line is bounded twice: a caller beyond `waitingMax` is refused
 * at once, and nobody stands longer than `waitMs`, because whoever asked has stopped listening by then.
 */
export interface Turnstile {
  /** Resolves with the function that lets the next one through. */
  enter(): Promise<() => void>
  /** Refuses everybody in the line and everybody who comes later. */
  shut(error: Error): void
}

interface Waiting {
  go(): void
  refuse(error: Error): void
}

export function createTurnstile({ waitingMax, waitMs }: { waitingMax: number; waitMs: number }): Turnstile {
  const line: Waiting[] = []
  let isBusy = false
  let shutBy: Error | null = null

  function leaveOnce(): () => void {
    let left = false
    return () => {
      if (left) return
      left = true
      const next = line.shift()
      if (next) next.go()
      else isBusy = false
    }
  }

  return {
    async enter() {
      if (shutBy) throw shutBy
      if (!isBusy) {
        isBusy = true
        return leaveOnce()
      }
      if (line.length >= waitingMax) throw new Fault('overload', 'too many statements wait for the database')
      return new Promise((resolve, reject) => {
        const stop = systemTimers.after(waitMs, () => {
          line.splice(line.indexOf(waiting), 1)
          reject(new Fault('database', 'the database was busy for too long'))
        })
        const waiting: Waiting = {
          go() {
            stop()
            resolve(leaveOnce())
          },
          refuse(error) {
            stop()
            reject(error)
          },
        }
        line.push(waiting)
      })
    },
    shut(error) {
      shutBy = error
      for (const waiting of line.splice(0)) waiting.refuse(error)
    },
  }
}

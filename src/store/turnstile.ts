import { Fault, systemTimers } from '../kit/index.ts'

/**
 * The line before one connection, passed in order of arrival. Statements of their own may follow each other without
 * waiting for answers, up to `aheadMax` of them; a transaction has the connection to itself. The line is bounded twice:
 * a caller beyond `waitingMax` is refused at once, and nobody stands longer than `waitMs`, because whoever asked has
 * stopped listening by then.
 */
export interface Turnstile {
  /** Resolves with the function that lets the next one through. */
  enter(as: Passage): Promise<() => void>
  /** Refuses everybody in the line and everybody who comes later. */
  shut(error: Error): void
}

export type Passage = 'together' | 'alone'

export interface TurnstileLimits {
  readonly aheadMax: number
  readonly waitingMax: number
  readonly waitMs: number
}

interface Waiting {
  readonly as: Passage
  go(): void
  refuse(error: Error): void
}

export function createTurnstile({ aheadMax, waitingMax, waitMs }: TurnstileLimits): Turnstile {
  const line: Waiting[] = []
  let inside = 0
  let isTaken = false
  let shutBy: Error | null = null

  const hasRoom = (as: Passage): boolean => !isTaken && (as === 'alone' ? inside === 0 : inside < aheadMax)

  function pass(as: Passage): () => void {
    inside += 1
    isTaken = as === 'alone'
    let left = false
    return () => {
      if (left) return
      left = true
      inside -= 1
      isTaken = false
      admit()
    }
  }

  function admit(): void {
    for (let next = line[0]; next !== undefined && hasRoom(next.as); next = line[0]) {
      line.shift()
      next.go()
    }
  }

  return {
    async enter(as) {
      if (shutBy) throw shutBy
      if (line.length === 0 && hasRoom(as)) return pass(as)
      if (line.length >= waitingMax) throw new Fault('overload', 'too many statements wait for the database')
      return new Promise((resolve, reject) => {
        const stop = systemTimers.after(waitMs, () => {
          line.splice(line.indexOf(waiting), 1)
          reject(new Fault('database', 'the database was busy for too long'))
          admit()
        })
        const waiting: Waiting = {
          as,
          go() {
            stop()
            resolve(pass(as))
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

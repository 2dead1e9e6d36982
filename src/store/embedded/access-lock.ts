import { Fault, systemTimers } from '../../kit/index.ts'

/**
 * A shared/exclusive lock before one connection, given in order of arrival. Statements of their own share it, up to
 * `aheadMax` of them, and are sent without waiting for answers; a transaction has it alone. The queue is bounded twice: a
 * caller beyond `waitingMax` is refused at once, and nobody waits longer than `waitMs`, because whoever asked has stopped
 * listening by then.
 */
export interface AccessLock {
  /** Resolves with the function that releases it. */
  acquire(as: Access): Promise<() => void>
  /** Refuses everybody who waits and everybody who comes later. */
  shut(error: Error): void
}

export type Access = 'shared' | 'exclusive'

export interface AccessLimits {
  readonly aheadMax: number
  readonly waitingMax: number
  readonly waitMs: number
}

interface Waiting {
  readonly as: Access
  go(): void
  refuse(error: Error): void
}

export function createAccessLock({ aheadMax, waitingMax, waitMs }: AccessLimits): AccessLock {
  const queue: Waiting[] = []
  let inside = 0
  let isTaken = false
  let shutBy: Error | null = null

  const hasRoom = (as: Access): boolean => !isTaken && (as === 'exclusive' ? inside === 0 : inside < aheadMax)

  function pass(as: Access): () => void {
    inside += 1
    isTaken = as === 'exclusive'
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
    for (let next = queue[0]; next !== undefined && hasRoom(next.as); next = queue[0]) {
      queue.shift()
      next.go()
    }
  }

  return {
    async acquire(as) {
      if (shutBy) throw shutBy
      if (queue.length === 0 && hasRoom(as)) return pass(as)
      if (queue.length >= waitingMax) throw new Fault('overload', 'too many statements wait for the database')
      return new Promise((resolve, reject) => {
        const stop = systemTimers.after(waitMs, () => {
          queue.splice(queue.indexOf(waiting), 1)
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
        queue.push(waiting)
      })
    },
    shut(error) {
      shutBy = error
      for (const waiting of queue.splice(0)) waiting.refuse(error)
    },
  }
}

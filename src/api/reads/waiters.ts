import { refuse } from '../../domain/index.ts'
import { overloaded } from '../errors/overloaded.ts'

/** Bounds how many requests wait for something at once, of one caller and of all. */
export interface Waiters {
  wait<T>(caller: string, work: () => Promise<T>): Promise<T>
}

/** Reads that one wallet asks for at once after its own transaction, with room to spare. */
const waitersPerCallerMax = 16
/** A quarter of `inFlightMax`: however many callers wait, the others get in. */
const waitersMax = 128
const retryAfterSeconds = 5

export function createWaiters(): Waiters {
  const counts = new Map<string, number>()
  let all = 0
  return {
    async wait(caller, work) {
      const own = counts.get(caller) ?? 0
      if (own >= waitersPerCallerMax)
        throw refuse(
          'RATE_LIMITED',
          { limit: waitersPerCallerMax, retryAfter: retryAfterSeconds },
          `at most ${waitersPerCallerMax} requests of a caller may wait for a block height at once`,
        )
      if (all >= waitersMax) throw overloaded
      counts.set(caller, own + 1)
      all += 1
      try {
        return await work()
      } finally {
        all -= 1
        const left = (counts.get(caller) ?? 1) - 1
        if (left === 0) counts.delete(caller)
        else counts.set(caller, left)
      }
    },
  }
}

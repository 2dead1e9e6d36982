import { refuse } from '../../domain/index.ts'
import { overloaded } from '../errors/overloaded.ts'

/** Who waits. A wallet may have many keys and an address many wallets, so both are counted. */
export interface Caller {
  /** The owner of the key; null without one. */
  readonly owner: string | null
  /** The network address. */
  readonly address: string
}

/** Bounds how many requests wait for something at once, of one caller and of all. */
export interface Waiters {
  wait<T>(caller: Caller, work: () => Promise<T>): Promise<T>
}

/** Reads that one wallet asks for at once after its own transaction, with room to spare. */
const waitersPerCallerMax = 16
/** Of all wallets behind one address: half of all places, so that the others have theirs. */
const waitersPerAddressMax = 64
/** A quarter of `inFlightMax`: however many callers wait, the others get in. */
const waitersMax = 128
const retryAfterSeconds = 5

export function createWaiters(): Waiters {
  const counts = new Map<string, number>()
  let all = 0

  function add(name: string, by: 1 | -1): void {
    const next = (counts.get(name) ?? 0) + by
    if (next === 0) counts.delete(name)
    else counts.set(name, next)
  }

  return {
    async wait({ owner, address }, work) {
      const bounds: readonly (readonly [name: string, limit: number])[] =
        owner === null
          ? [[`address ${address}`, waitersPerCallerMax]]
          : [
              [`owner ${owner}`, waitersPerCallerMax],
              [`wallets at ${address}`, waitersPerAddressMax],
            ]
      for (const [name, limit] of bounds)
        if ((counts.get(name) ?? 0) >= limit)
          throw refuse(
            'RATE_LIMITED',
            { limit, reason: 'waiting', retryAfter: retryAfterSeconds },
            `at most ${limit} requests of a caller may wait for a block height at once`,
          )
      if (all >= waitersMax) throw overloaded
      for (const [name] of bounds) add(name, 1)
      all += 1
      try {
        return await work()
      } finally {
        all -= 1
        for (const [name] of bounds) add(name, -1)
      }
    },
  }
}

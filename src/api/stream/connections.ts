import { clientOf } from '../../auth/index.ts'
import { type ApiKey, refuse } from '../../domain/index.ts'
import { overloaded } from '../errors/overloaded.ts'

export const CONNECTIONS_PER_ADDRESS = 20
export const CONNECTIONS_PER_WALLET = 100
/** Of all wallets behind one address: wallets cost nothing. */
const WALLET_CONNECTIONS_PER_ADDRESS = 400
/** Of this process: twice what it was measured with. */
const CONNECTIONS_MAX = 20_000

const retryAfter = 10

/** Who holds how many streams in this process. */
export interface Connections {
  /** Refuses RATE_LIMITED; the returned function gives the place back, once. */
  take(ip: string, key: ApiKey | null): () => void
}

export function createConnections(): Connections {
  const counts = new Map<string, number>()
  let all = 0

  function add(name: string, by: 1 | -1): void {
    const next = (counts.get(name) ?? 0) + by
    if (next === 0) counts.delete(name)
    else counts.set(name, next)
  }

  return {
    take(ip, key) {
      const address = clientOf(ip)
      const bounds: readonly (readonly [name: string, limit: number])[] =
        key === null
          ? [[`address ${address}`, CONNECTIONS_PER_ADDRESS]]
          : [
              [`wallet ${key.ownerAddress}`, CONNECTIONS_PER_WALLET],
              [`wallets at ${address}`, WALLET_CONNECTIONS_PER_ADDRESS],
            ]
      for (const [name, limit] of bounds)
        if ((counts.get(name) ?? 0) >= limit)
          throw refuse(
            'RATE_LIMITED',
            { limit, reason: 'connections', retryAfter },
            `no more than ${limit} streams at once; close one, or wait`,
          )
      if (all >= CONNECTIONS_MAX) throw overloaded
      for (const [name] of bounds) add(name, 1)
      all += 1
      let isTaken = true
      return () => {
        if (!isTaken) return
        isTaken = false
        all -= 1
        for (const [name] of bounds) add(name, -1)
      }
    },
  }
}

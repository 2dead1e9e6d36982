import { clientOf } from '../../auth/index.ts'
import { type ApiKey, refuse } from '../../domain/index.ts'

export const CONNECTIONS_PER_ADDRESS = 20
export const CONNECTIONS_PER_KEY = 100

const retryAfter = 10

/** Who holds how many streams in this process. A key has its own number, whatever address it comes from. */
export interface Connections {
  /** Refuses RATE_LIMITED; the returned function gives the place back, once. */
  take(ip: string, key: ApiKey | null): () => void
}

export function createConnections(): Connections {
  const counts = new Map<string, number>()
  return {
    take(ip, key) {
      const owner = key === null ? `ip ${clientOf(ip)}` : `key ${key.id}`
      const limit = key === null ? CONNECTIONS_PER_ADDRESS : CONNECTIONS_PER_KEY
      const count = counts.get(owner) ?? 0
      if (count >= limit)
        throw refuse(
          'RATE_LIMITED',
          { limit, reason: 'connections', retryAfter },
          `no more than ${limit} streams at once; close one, or wait`,
        )
      counts.set(owner, count + 1)
      let isTaken = true
      return () => {
        if (!isTaken) return
        isTaken = false
        const left = (counts.get(owner) ?? 1) - 1
        if (left === 0) counts.delete(owner)
        else counts.set(owner, left)
      }
    },
  }
}

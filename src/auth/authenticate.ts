import type { ApiKey } from '../domain/index.ts'
import { afterThisTurn, monotonicMs } from '../kit/index.ts'
import { copyAgeMaxMs, findApiKeyByHash } from '../store/index.ts'
import type { AuthContext } from './context.ts'
import { hashKeyText, isKeyText } from './key-text.ts'

export type Authenticate = (text: string) => Promise<ApiKey | null>

interface Copy {
  readonly key: ApiKey
  /** Of the store's caches, when its look-up began. */
  readonly version: number
  readonly untilMs: number
}

/** Keys in use at once on one process, with room to spare; beyond it the oldest is looked up again. */
const copiesMax = 10_000

export interface AuthenticateOptions {
  readonly onFound?: (key: ApiKey) => void
  readonly realTimeMs?: () => number
}

/**
 * The key behind a text, or null. Junk is refused without a look-up, and requests that arrive in one turn of the event loop
 * share one. A key that was found is kept until its time is up or the store says that keys have changed; that there is none
 * is never kept, so a new key works at once.
 */
export function createAuthenticate(
  { database, clock }: Pick<AuthContext, 'database' | 'clock'>,
  { onFound = () => undefined, realTimeMs = monotonicMs }: AuthenticateOptions = {},
): Authenticate {
  const copies = new Map<string, Copy>()
  const starting = new Map<string, Promise<ApiKey | null>>()

  const isExpired = ({ expiresAtMs }: ApiKey): boolean => expiresAtMs !== null && expiresAtMs <= clock.nowMs()

  async function lookUp(text: string): Promise<ApiKey | null> {
    const version = database.caches.version()
    const untilMs = realTimeMs() + copyAgeMaxMs
    const key = await findApiKeyByHash(database.points, hashKeyText(text))
    if (!key || key.revokedAtMs !== null || isExpired(key)) return null
    if (version !== null) keep(text, { key, version, untilMs })
    onFound(key)
    return key
  }

  function keep(text: string, copy: Copy): void {
    copies.delete(text)
    copies.set(text, copy)
    const [oldest] = copies.keys()
    if (copies.size > copiesMax && oldest !== undefined) copies.delete(oldest)
  }

  function kept(text: string): ApiKey | null {
    const copy = copies.get(text)
    if (copy === undefined) return null
    const isFresh = copy.version === database.caches.version() && realTimeMs() < copy.untilMs
    if (isFresh && !isExpired(copy.key)) return copy.key
    copies.delete(text)
    return null
  }

  return (text) => {
    const known = kept(text)
    if (known) return Promise.resolve(known)
    const shared = starting.get(text)
    if (shared) return shared
    if (!isKeyText(text)) return Promise.resolve(null)
    const found = new Promise<void>(afterThisTurn).then(() => {
      starting.delete(text)
      return lookUp(text)
    })
    starting.set(text, found)
    return found
  }
}

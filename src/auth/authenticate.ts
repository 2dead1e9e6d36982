import type { ApiKey } from '../domain/index.ts'
import { afterThisTurn } from '../kit/index.ts'
import { findApiKeyByHash } from '../store/index.ts'
import type { AuthContext } from './context.ts'
import { hashKeyText, isKeyText } from './key-text.ts'

export type Authenticate = (text: string) => Promise<ApiKey | null>

/**
 * The key behind a text, or null. Junk is refused without a look-up. Nothing is remembered beyond its own look-up: a
 * key revoked by another replica a moment ago is refused here too.
 *
 * Requests with the same key that arrive in one turn of the event loop share one look-up, which starts after the last
 * of them: it sees every revocation that was answered before any of them began. Under load a turn brings dozens of
 * requests, so that a key costs a fraction of a point read (with one each, cached lists went at half their speed).
 */
export function createAuthenticate(
  { database, clock }: Pick<AuthContext, 'database' | 'clock'>,
  onFound: (key: ApiKey) => void = () => undefined,
): Authenticate {
  const waiting = new Map<string, Promise<ApiKey | null>>()

  async function lookUp(text: string): Promise<ApiKey | null> {
    const key = await findApiKeyByHash(database.points, hashKeyText(text))
    if (!key || key.revokedAtMs !== null) return null
    if (key.expiresAtMs !== null && key.expiresAtMs <= clock.nowMs()) return null
    onFound(key)
    return key
  }

  return (text) => {
    const shared = waiting.get(text)
    if (shared) return shared
    if (!isKeyText(text)) return Promise.resolve(null)
    const found = new Promise<ApiKey | null>((resolve) => {
      afterThisTurn(() => {
        waiting.delete(text)
        resolve(lookUp(text))
      })
    })
    waiting.set(text, found)
    return found
  }
}

import type { ApiKey } from '../domain/index.ts'
import { findApiKeyByHash } from '../store/index.ts'
import type { AuthContext } from './context.ts'
import { hashKeyText, isKeyText } from './key-text.ts'

/**
 * The key behind a text, or null. Junk is refused without a look-up. Nothing is remembered: a key revoked by another
 * replica a moment ago is refused here too, at the price of one point read.
 */
export async function authenticate({ database, clock }: AuthContext, text: string): Promise<ApiKey | null> {
  if (!isKeyText(text)) return null
  const key = await findApiKeyByHash(database.points, hashKeyText(text))
  if (!key || key.revokedAtMs !== null) return null
  if (key.expiresAtMs !== null && key.expiresAtMs <= clock.nowMs()) return null
  return key
}

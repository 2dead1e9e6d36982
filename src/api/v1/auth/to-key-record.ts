import type { ApiKey } from '../../../domain/index.ts'
import { type Key, toIso, toIsoOrNull } from '../../../wire/index.ts'

/** Field by field, so that nothing reaches the wire because somebody added it to ApiKey. */
export function toKeyRecord(key: ApiKey): Key {
  return {
    id: key.id,
    name: key.name,
    scopes: [...key.scopes],
    keyPrefix: key.keyPrefix,
    ownerAddress: key.ownerAddress,
    createdAt: toIso(key.createdAtMs),
    expiresAt: toIsoOrNull(key.expiresAtMs),
    lastUsedAt: toIsoOrNull(key.lastUsedAtMs),
    revokedAt: toIsoOrNull(key.revokedAtMs),
  }
}

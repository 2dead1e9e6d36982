import type { ApiKey } from '../../../domain/index.ts'
import type { Reader } from '../../database.ts'
import { type ApiKeyRow, apiKeyColumns, toApiKey } from './api-key.ts'

const sql = `
  select ${apiKeyColumns}
  from api_keys
  where owner_public_key = $1 and (
    revoked_at_ms is null
    or id in (
      select id
      from api_keys
      where owner_public_key = $1 and revoked_at_ms is not null
      order by created_at_ms desc, id desc
      limit $2
    )
  )
  order by created_at_ms desc, id desc`

/** A wallet's keys, newest first: all that were not revoked and the newest `revokedMax` that were. */
export async function listApiKeysByOwner(
  db: Reader,
  ownerPublicKey: string,
  revokedMax: number,
): Promise<ApiKey[]> {
  const values = [ownerPublicKey, revokedMax]
  const rows = await db.query<ApiKeyRow>({ label: 'list-api-keys-by-owner', sql, values })
  return rows.map(toApiKey)
}

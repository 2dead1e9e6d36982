import type { ApiKey } from '../../../domain/index.ts'
import type { Reader } from '../../database.ts'
import { type ApiKeyRow, apiKeyColumns, toApiKey } from './api-key.ts'

const sql = `
  select ${apiKeyColumns}
  from api_keys
  where key_hash = $1`

/** By SHA-256 of its text, in a unique index: how long it takes says nothing about the key. Revoked ones too. */
export async function findApiKeyByHash(points: Reader, hash: Uint8Array): Promise<ApiKey | null> {
  const rows = await points.query<ApiKeyRow>({ label: 'find-api-key-by-hash', sql, values: [hash] })
  return rows[0] ? toApiKey(rows[0]) : null
}

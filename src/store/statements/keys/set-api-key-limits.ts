import type { ApiKey } from '../../../domain/index.ts'
import type { Writer } from '../../database.ts'
import { type ApiKeyRow, apiKeyColumns, toApiKey } from './api-key.ts'

const sql = `
  update api_keys
  set limit_reads = $2, limit_writes = $3
  where id = $1
  returning ${apiKeyColumns}`

/** Null when there is no such key. */
export async function setApiKeyLimits(
  db: Writer,
  id: string,
  limits: ApiKey['limits'],
): Promise<ApiKey | null> {
  const values = [id, limits.reads, limits.writes]
  const rows = await db.query<ApiKeyRow>({ label: 'set-api-key-limits', sql, values })
  return rows[0] ? toApiKey(rows[0]) : null
}

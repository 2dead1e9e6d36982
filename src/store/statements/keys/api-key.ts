import { type ApiKey, isScope } from '../../../domain/index.ts'

export interface ApiKeyRow {
  readonly id: string
  readonly key_prefix: string
  readonly owner_address: string
  readonly owner_public_key: string
  readonly name: string
  readonly scopes: readonly string[]
  readonly created_at_ms: number
  readonly expires_at_ms: number | null
  readonly last_used_at_ms: number | null
  readonly revoked_at_ms: number | null
  readonly limit_reads: number | null
  readonly limit_writes: number | null
}

export const apiKeyColumns = `
    id, key_prefix, owner_address, owner_public_key, name, scopes, created_at_ms, expires_at_ms, last_used_at_ms,
    revoked_at_ms, limit_reads, limit_writes`

export const toApiKey = (row: ApiKeyRow): ApiKey => ({
  id: row.id,
  keyPrefix: row.key_prefix,
  ownerAddress: row.owner_address,
  ownerPublicKey: row.owner_public_key,
  name: row.name,
  scopes: row.scopes.filter(isScope),
  createdAtMs: row.created_at_ms,
  expiresAtMs: row.expires_at_ms,
  lastUsedAtMs: row.last_used_at_ms,
  revokedAtMs: row.revoked_at_ms,
  limits: { reads: row.limit_reads, writes: row.limit_writes },
})

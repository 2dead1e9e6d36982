import type { ApiKey } from '../../../domain/index.ts'
import type { Writer } from '../../database.ts'

const sql = `
  insert into api_keys
    (id, key_hash, key_prefix, owner_address, owner_public_key, name, scopes, created_at_ms, expires_at_ms)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`

/** `hash` is the SHA-256 of the key text; the text itself never comes here. */
export async function insertApiKey(tx: Writer, key: ApiKey, hash: Uint8Array): Promise<void> {
  await tx.execute({
    label: 'insert-api-key',
    sql,
    values: [
      key.id,
      hash,
      key.keyPrefix,
      key.ownerAddress,
      key.ownerPublicKey,
      key.name,
      key.scopes,
      key.createdAtMs,
      key.expiresAtMs,
    ],
  })
}

import type { Writer } from '../../database.ts'

const sql = `
  update api_keys
  set revoked_at_ms = coalesce(revoked_at_ms, $3)
  where id = $1 and owner_public_key = $2`

/** False when the wallet has no such key. Revoking twice keeps the first moment. */
export async function revokeApiKey(
  db: Writer,
  id: string,
  { ownerPublicKey, nowMs }: { ownerPublicKey: string; nowMs: number },
): Promise<boolean> {
  const count = await db.execute({ label: 'revoke-api-key', sql, values: [id, ownerPublicKey, nowMs] })
  return count === 1
}

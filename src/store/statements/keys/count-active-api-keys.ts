import type { Writer } from '../../database.ts'

const lockSql = 'select pg_advisory_xact_lock(hashtextextended($1, 0))'

const sql = `
  select count(*) as active
  from api_keys
  where owner_public_key = $1 and revoked_at_ms is null and (expires_at_ms is null or expires_at_ms > $2)`

/**
 * How many keys of a wallet work at this moment. Until the transaction ends nobody else counts them: of two mints at
 * once the second sees the first one's key.
 */
export async function countActiveApiKeys(tx: Writer, ownerPublicKey: string, nowMs: number): Promise<number> {
  await tx.query({ label: 'lock-owner', sql: lockSql, values: [ownerPublicKey] })
  const [row] = await tx.query<{ active: number }>({
    label: 'count-active-api-keys',
    sql,
    values: [ownerPublicKey, nowMs],
  })
  return row!.active // a count always answers
}

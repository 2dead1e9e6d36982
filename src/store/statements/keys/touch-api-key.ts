import type { Writer } from '../../database.ts'

const sql = `
  update api_keys
  set last_used_at_ms = $2
  where id = $1 and (last_used_at_ms is null or last_used_at_ms <= $3)`

/** Notes a use, unless one was noted after `unlessAfterMs`: several replicas see the same key. */
export async function touchApiKey(
  db: Writer,
  id: string,
  { nowMs, unlessAfterMs }: { nowMs: number; unlessAfterMs: number },
): Promise<void> {
  await db.execute({ label: 'touch-api-key', sql, values: [id, nowMs, unlessAfterMs] })
}

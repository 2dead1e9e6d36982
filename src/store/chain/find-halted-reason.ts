import type { Reader } from '../database.ts'

/** Why the indexer stopped for good, also before its first block; null while nothing of the kind is known. */
export async function findHaltedReason(db: Reader): Promise<string | null> {
  const [row] = await db.query<{ halted_reason: string | null }>({
    label: 'find-halted-reason',
    sql: 'select halted_reason from index_health',
  })
  return row?.halted_reason ?? null
}

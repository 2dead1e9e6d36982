import type { Writer } from '../database.ts'

export interface IndexHealth {
  readonly nodeHeight: number
  readonly caughtUpAtMs: number
  readonly checkedAtMs: number
  /** Why the indexer stopped for good, in a sentence for the operator; null while it runs. */
  readonly haltedReason: string | null
}

const sql = `
  insert into index_health (node_height, caught_up_at_ms, checked_at_ms, halted_reason)
  values ($1, $2, $3, $4)
  on conflict (id) do update
  set node_height = excluded.node_height, caught_up_at_ms = excluded.caught_up_at_ms,
    checked_at_ms = excluded.checked_at_ms, halted_reason = excluded.halted_reason`

export async function putIndexHealth(db: Writer, health: IndexHealth): Promise<void> {
  const values = [health.nodeHeight, health.caughtUpAtMs, health.checkedAtMs, health.haltedReason]
  await db.execute({ label: 'put-index-health', sql, values })
}

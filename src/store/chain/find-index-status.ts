import type { Reader } from '../database.ts'

/** What the index reflects and how it stands to its node, in one read: for headers, /ready and GET /v1/status. */
export interface IndexStatus {
  /** Of the index: after a reindex revisions begin again, and those of two indexes cannot be compared. */
  readonly epoch: string
  readonly height: number
  readonly hash: string
  readonly timestampMs: number
  readonly revision: number
  readonly nodeHeight: number
  /** When the index last had everything its node had. */
  readonly caughtUpAtMs: number
  /** When that was looked at last. */
  readonly checkedAtMs: number
  readonly haltedReason: string | null
}

const sql = `
  select coalesce(f.epoch, '') as epoch, c.height, c.hash, c.timestamp_ms, c.revision, h.node_height, h.caught_up_at_ms,
    h.checked_at_ms, h.halted_reason
  from checkpoint c
  left join index_health h on true
  left join feed_head f on true`

interface StatusRow {
  readonly epoch: string
  readonly height: number
  readonly hash: string
  readonly timestamp_ms: number
  readonly revision: number
  readonly node_height: number | null
  readonly caught_up_at_ms: number | null
  readonly checked_at_ms: number | null
  readonly halted_reason: string | null
}

/** Null before the first block. */
export async function findIndexStatus(db: Reader): Promise<IndexStatus | null> {
  const [row] = await db.query<StatusRow>({ label: 'find-index-status', sql })
  if (!row) return null
  return {
    epoch: row.epoch,
    height: row.height,
    hash: row.hash,
    timestampMs: row.timestamp_ms,
    revision: row.revision,
    nodeHeight: row.node_height ?? row.height,
    caughtUpAtMs: row.caught_up_at_ms ?? row.timestamp_ms,
    checkedAtMs: row.checked_at_ms ?? 0,
    haltedReason: row.halted_reason,
  }
}

import type { Reader, Writer } from '../database.ts'

/** The last applied block and what belongs to it; one row. */
export interface Checkpoint {
  readonly networkId: number
  readonly genesisHash: string
  /** The first block that was, or will be, indexed. */
  readonly startHeight: number
  readonly height: number
  readonly hash: string
  readonly timestampMs: number
  /** At and below this height nothing is undone any more. */
  readonly finalHeight: number
  /** Grows with every change of what readers see, also when blocks are undone. */
  readonly revision: number
}

const findSql = `
  select network_id, genesis_hash, start_height, height, hash, timestamp_ms, final_height, revision
  from checkpoint`

interface CheckpointRow {
  readonly network_id: number
  readonly genesis_hash: string
  readonly start_height: number
  readonly height: number
  readonly hash: string
  readonly timestamp_ms: number
  readonly final_height: number
  readonly revision: number
}

const toCheckpoint = (row: CheckpointRow): Checkpoint => ({
  networkId: row.network_id,
  genesisHash: row.genesis_hash,
  startHeight: row.start_height,
  height: row.height,
  hash: row.hash,
  timestampMs: row.timestamp_ms,
  finalHeight: row.final_height,
  revision: row.revision,
})

/** Null before the first block. */
export async function findCheckpoint(db: Reader): Promise<Checkpoint | null> {
  const [row] = await db.query<CheckpointRow>({ label: 'find-checkpoint', sql: findSql })
  return row ? toCheckpoint(row) : null
}

const putSql = `
  insert into checkpoint
    (network_id, genesis_hash, start_height, height, hash, timestamp_ms, final_height, revision)
  values ($1, $2, $3, $4, $5, $6, $7, $8)
  on conflict (id) do update
  set height = excluded.height, hash = excluded.hash, timestamp_ms = excluded.timestamp_ms,
    final_height = excluded.final_height, revision = excluded.revision`

export async function putCheckpoint(db: Writer, checkpoint: Checkpoint): Promise<void> {
  const { networkId, genesisHash, startHeight, height, hash, timestampMs, finalHeight, revision } = checkpoint
  const values = [networkId, genesisHash, startHeight, height, hash, timestampMs, finalHeight, revision]
  await db.execute({ label: 'put-checkpoint', sql: putSql, values })
}

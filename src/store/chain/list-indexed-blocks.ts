import type { Reader } from '../database.ts'

const sql = `
  select height, hash, timestamp_ms
  from blocks
  where height >= $1
  order by height desc`

export interface IndexedBlock {
  readonly height: number
  readonly hash: string
  readonly timestampMs: number
}

/** The newest indexed blocks down to a height, newest first: where a reorganisation looks for common ground. */
export async function listIndexedBlocks(db: Reader, fromHeight: number): Promise<IndexedBlock[]> {
  const rows = await db.query<{ height: number; hash: string; timestamp_ms: number }>({
    label: 'list-indexed-blocks',
    sql,
    values: [fromHeight],
  })
  return rows.map(({ height, hash, timestamp_ms }) => ({ height, hash, timestampMs: timestamp_ms }))
}

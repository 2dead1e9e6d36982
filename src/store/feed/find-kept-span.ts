import type { Reader } from '../database.ts'

const sql = `
  select
    (select f.height from feed f, feed_head h
     where f.version is not null and f.last_seq >= h.first_seq
     order by f.last_seq limit 1) as oldest,
    (select height from checkpoint) as newest,
    (select f.version from feed f, feed_head h
     where f.version is not null and f.height = $1 and f.last_seq >= h.first_seq
     order by f.last_seq desc limit 1) as version`

export interface KeptSpan {
  /** Heights between which blocks are still told; null while none is. */
  readonly oldest: number | null
  readonly newest: number | null
  /** The index's revision after the block asked for; null when it is not kept. */
  readonly version: number | null
}

/** Which blocks the feed still tells, and under which revision one of them was indexed. */
export async function findKeptSpan(db: Reader, height: number): Promise<KeptSpan> {
  const [row] = await db.query<KeptSpan>({ label: 'find-kept-span', sql, values: [height] })
  return row ?? { oldest: null, newest: null, version: null }
}

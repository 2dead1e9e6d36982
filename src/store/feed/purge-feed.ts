import { lockIndex } from '../chain/lock-index.ts'
import type { Database } from '../database.ts'

export interface FeedRetention {
  /** Messages of blocks before this time go. */
  readonly beforeMs: number
  /** More messages than this are not kept, however young. */
  readonly rowsMax: number
}

/** Deleted at a time: a longer transaction would keep the indexer waiting. */
const ROWS_MAX = 5_000

const boundSql = `
  select least(
    coalesce((select min(seq) from feed where seq >= h.first_seq and at_ms >= $1), h.last_seq + 1),
    h.first_seq + $3) as by_time,
    least(h.last_seq - $2 + 1, h.first_seq + $3) as by_rows
  from feed_head h`

const headSql = `
  update feed_head
  set first_seq = greatest(first_seq, $1)
  where first_seq < $1 and $1 <= last_seq + 1`

const deleteSql = `
  delete from feed
  where seq in (select seq from feed where seq < (select first_seq from feed_head) order by seq limit $1)`

/** Gives up the oldest messages, a bounded number at a time; true when there may be more to give up. */
export function purgeFeed(database: Database, { beforeMs, rowsMax }: FeedRetention): Promise<boolean> {
  return database.transaction(
    async (tx) => {
      await lockIndex(tx)
      const [bound] = await tx.query<{ by_time: number; by_rows: number }>({
        label: 'find-feed-bound',
        sql: boundSql,
        values: [beforeMs, rowsMax, ROWS_MAX],
      })
      const first = Math.max(bound?.by_time ?? 0, bound?.by_rows ?? 0)
      await tx.execute({ label: 'put-feed-first', sql: headSql, values: [first] })
      const deleted = await tx.execute({ label: 'purge-feed', sql: deleteSql, values: [ROWS_MAX] })
      return deleted === ROWS_MAX
    },
    { lane: 'indexer' },
  )
}

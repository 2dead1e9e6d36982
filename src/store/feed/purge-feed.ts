import { lockIndex } from '../chain/lock-index.ts'
import type { Database } from '../database.ts'
import { pageKeySql } from './page-key.ts'

export interface FeedRetention {
  /** Messages of blocks before this time go. */
  readonly beforeMs: number
  /** More messages than this are not kept, however young. */
  readonly rowsMax: number
}

/** Messages given up, and pages deleted, at a time: a longer transaction would keep the indexer waiting. */
const ROWS_MAX = 5_000
const PAGES_MAX = 100

const boundSql = `
  select h.first_seq as "firstSeq",
    greatest(
      h.first_seq,
      coalesce((select min(first_seq) from feed where last_seq >= h.first_seq and at_ms >= $1), h.last_seq + 1),
      h.last_seq - $2 + 1) as wanted
  from feed_head h`

const headSql = `
  update feed_head
  set first_seq = $1`

const deleteSql = `
  with gone as (
    delete from feed
    where last_seq in (
      select last_seq from feed where last_seq < (select first_seq from feed_head) order by last_seq limit $1)
    returning last_seq, messages),
  entries as (
    delete from feed_channels c
    using (
      select distinct ${pageKeySql(`split_part(line, ' ', 1)`)} as key, last_seq
      from gone cross join lateral string_to_table(messages, E'\\n') as m (line)) g
    where c.key_hash = hashtextextended(g.key, 0) and c.last_seq = g.last_seq)
  select count(*) as pages from gone`

/** Gives up the oldest messages, a bounded number at a time; true when there may be more to give up. */
export function purgeFeed(database: Database, { beforeMs, rowsMax }: FeedRetention): Promise<boolean> {
  return database.transaction(
    async (tx) => {
      await lockIndex(tx)
      const [bound] = await tx.query<{ firstSeq: number; wanted: number }>({
        label: 'find-feed-bound',
        sql: boundSql,
        values: [beforeMs, rowsMax],
      })
      if (bound === undefined) return false
      const first = Math.min(bound.wanted, bound.firstSeq + ROWS_MAX)
      await tx.execute({ label: 'put-feed-first', sql: headSql, values: [first] })
      const [gone] = await tx.query<{ pages: number }>({
        label: 'purge-feed',
        sql: deleteSql,
        values: [PAGES_MAX],
      })
      return first < bound.wanted || gone?.pages === PAGES_MAX
    },
    { lane: 'indexer' },
  )
}

import type { Reader } from '../database.ts'

export interface FeedRow {
  /** Of the build of the index that told it: another one begins to count anew. */
  readonly epoch: string
  readonly seq: number
  readonly height: number
  readonly atMs: number
  readonly channel: string
  readonly type: string
  readonly data: string
}

const columns = 'h.epoch, f.seq, f.height, f.at_ms as "atMs", f.channel, f.type, f.data'

const allSql = `
  select ${columns}
  from feed f, feed_head h
  where f.seq > $1
  order by f.seq
  limit $2`

/** What was told after a message, all channels. */
export const listFeed = (db: Reader, after: number, limit: number): Promise<FeedRow[]> =>
  db.query<FeedRow>({ label: 'list-feed', sql: allSql, values: [after, limit] })

const someSql = `
  select ${columns}
  from feed_head h
  cross join unnest($1::text[]) as wanted (name)
  cross join lateral (
    select *
    from feed
    where channel = wanted.name and seq > $2 and seq <= $3
    order by seq
    limit $4) f
  order by f.seq
  limit $4`

export interface FeedSpan {
  readonly channels: readonly string[]
  readonly after: number
  readonly upTo: number
  readonly limit: number
}

/** What was told on some channels after a message, up to another. */
export const listFeedOf = (db: Reader, { channels, after, upTo, limit }: FeedSpan): Promise<FeedRow[]> =>
  db.query<FeedRow>({ label: 'list-feed-of', sql: someSql, values: [channels, after, upTo, limit] })

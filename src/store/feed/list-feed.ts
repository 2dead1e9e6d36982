import type { Reader } from '../database.ts'

export interface FeedRow {
  readonly seq: number
  readonly height: number
  readonly atMs: number
  readonly channel: string
  readonly type: string
  readonly data: string
}

const columns = 'seq, height, at_ms as "atMs", channel, type, data'

const allSql = `
  select ${columns}
  from feed
  where seq > $1
  order by seq
  limit $2`

/** What was told after a message, all channels. */
export const listFeed = (db: Reader, after: number, limit: number): Promise<FeedRow[]> =>
  db.query<FeedRow>({ label: 'list-feed', sql: allSql, values: [after, limit] })

const someSql = `
  select ${columns}
  from unnest($1::text[]) as wanted (name)
  cross join lateral (
    select *
    from feed
    where channel = wanted.name and seq > $2 and seq <= $3
    order by seq
    limit $4) f
  order by seq
  limit $4`

/** What was told on some channels after a message, up to another. */
export const listFeedOf = (
  db: Reader,
  {
    channels,
    after,
    upTo,
    limit,
  }: {
    readonly channels: readonly string[]
    readonly after: number
    readonly upTo: number
    readonly limit: number
  },
): Promise<FeedRow[]> =>
  db.query<FeedRow>({ label: 'list-feed-of', sql: someSql, values: [channels, after, upTo, limit] })

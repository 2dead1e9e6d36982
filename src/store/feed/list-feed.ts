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

/** Messages of one page; always at least one, if there is any, however long it is. */
export interface FeedPage {
  readonly rows: readonly FeedRow[]
  /** False: there is nothing behind the last of them. */
  readonly hasMore: boolean
}

/** A page ends with the message that reaches either: blocks are as large as the chain allows. */
export interface PageBounds {
  readonly limit: number
  readonly bytesMax: number
}

const columns = `h.epoch, f.seq, f.height, f.at_ms as "atMs", f.channel, f.type, f.data`

/** Messages in their order, with the bytes of those before each. */
const sized = (from: string): string => `
  select *, sum(octet_length(data)) over (order by seq) - octet_length(data) as bytes_before
  from ${from}`

const isFull = (rows: readonly FeedRow[], { limit, bytesMax }: PageBounds): boolean =>
  rows.length === limit || rows.reduce((sum, { data }) => sum + Buffer.byteLength(data), 0) >= bytesMax

const allSql = `
  select ${columns}
  from feed_head h
  cross join (${sized('(select * from feed where seq > $1 order by seq limit $2) page')}) f
  where f.bytes_before < $3
  order by f.seq`

/** What was told after a message, all channels. */
export async function listFeed(db: Reader, after: number, bounds: PageBounds): Promise<FeedPage> {
  const values = [after, bounds.limit, bounds.bytesMax]
  const rows = await db.query<FeedRow>({ label: 'list-feed', sql: allSql, values })
  return { rows, hasMore: isFull(rows, bounds) }
}

/**
 * Of each channel only so many are looked at: a page of a hundred channels would else look at a hundred pages. Behind the
 * last one looked at of any channel nothing is known, so the page ends there.
 */
const someSql = `
  with found as materialized (
    select f.seq, f.nth
    from unnest($1::text[]) as wanted (name)
    cross join lateral (
      select seq, row_number() over (order by seq) as nth
      from feed
      where channel = wanted.name and seq > $2 and seq <= $3
      order by seq
      limit $4) f),
  page as materialized (
    select seq
    from found
    where seq <= coalesce((select min(seq) from found where nth = $4), $3)
    order by seq
    limit $5)
  select ${columns}, exists (select from found where nth = $4) as "isCut"
  from feed_head h
  cross join (${sized('feed where seq = any(array(select seq from page))')}) f
  where f.bytes_before < $6
  order by f.seq`

const PER_CHANNEL_MIN = 50

export interface FeedSpan extends PageBounds {
  readonly channels: readonly string[]
  readonly after: number
  readonly upTo: number
}

/** What was told on some channels after a message, up to another. */
export async function listFeedOf(db: Reader, span: FeedSpan): Promise<FeedPage> {
  const { channels, after, upTo, limit, bytesMax } = span
  const perChannel = Math.max(PER_CHANNEL_MIN, Math.ceil((2 * limit) / channels.length))
  const values = [channels, after, upTo, perChannel, limit, bytesMax]
  const rows = await db.query<FeedRow & { isCut: boolean }>({ label: 'list-feed-of', sql: someSql, values })
  return { rows, hasMore: rows.some(({ isCut }) => isCut) || isFull(rows, span) }
}

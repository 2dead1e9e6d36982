import type { Reader } from '../database.ts'
import { pageKeyOf } from './page-key.ts'

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

/** The messages of pages, each with its number. */
const messagesIn = (pages: string): string => `
  select f.first_seq + m.nth - 1 as seq, f.height, f.at_ms, split_part(m.line, ' ', 1) as channel,
    split_part(m.line, ' ', 2) as type,
    substr(m.line, length(split_part(m.line, ' ', 1)) + length(split_part(m.line, ' ', 2)) + 3) as data
  from ${pages} f
  cross join lateral string_to_table(f.messages, E'\\n') with ordinality as m (line, nth)`

const columns = `h.epoch, f.seq, f.height, f.at_ms as "atMs", f.channel, f.type, f.data`

/** Messages in their order, with the bytes of those before each. */
const sized = (from: string): string => `
  select *, sum(octet_length(data)) over (order by seq) - octet_length(data) as bytes_before
  from ${from}`

const isFull = (rows: readonly FeedRow[], { limit, bytesMax }: PageBounds): boolean =>
  rows.length === limit || rows.reduce((sum, { data }) => sum + Buffer.byteLength(data), 0) >= bytesMax

/** Pages are read until they have as many bytes as the messages asked for may have. */
const allSql = `
  with page as (
    select *
    from (
      select *, sum(octet_length(messages)) over (order by last_seq) - octet_length(messages) as bytes_before
      from (select * from feed where last_seq > $1 order by last_seq limit $2) p) p
    where bytes_before < $3),
  message as (
    select *
    from (${messagesIn('page')}) m
    where seq > $1
    order by seq
    limit $2)
  select ${columns}, h.last_seq > (select max(last_seq) from page) as "isCut"
  from feed_head h
  cross join (${sized('message')}) f
  where f.bytes_before < $3
  order by f.seq`

/** What was told after a message, all channels. */
export async function listFeed(db: Reader, after: number, bounds: PageBounds): Promise<FeedPage> {
  const values = [after, bounds.limit, bounds.bytesMax]
  const rows = await db.query<FeedRow & { isCut: boolean }>({ label: 'list-feed', sql: allSql, values })
  return { rows, hasMore: rows.some(({ isCut }) => isCut) || isFull(rows, bounds) }
}

/**
 * Of each key only so many pages are looked at: a hundred channels would else have a hundred times as many. Behind the
 * last one looked at of any key nothing is known, so the answer ends there. A page found by another transaction, or another
 * key's hash, may have no message that is wanted, so an answer that was cut short may be empty: how far it goes is said in a
 * row of its own then.
 */
const someSql = `
  with found as materialized (
    select f.last_seq, f.nth
    from unnest($7::text[]) as wanted (key)
    cross join lateral (
      select last_seq, row_number() over (order by last_seq) as nth
      from feed_channels
      where key_hash = hashtextextended(wanted.key, 0) and last_seq > $2
        and last_seq <= coalesce((select min(last_seq) from feed where last_seq >= $3), $3)
      order by last_seq
      limit $4) f),
  page as materialized (
    select distinct last_seq
    from found
    where last_seq <= coalesce((select min(last_seq) from found where nth = $4), (select max(last_seq) from found))
    order by last_seq
    limit $4),
  message as (
    select *
    from (${messagesIn('(select * from feed where last_seq = any(array(select last_seq from page)))')}) m
    where channel = any($1::text[]) and seq > $2 and seq <= $3
    order by seq
    limit $5),
  reach as (
    select case
        when max(last_seq) < (select max(last_seq) from found) or exists (select from found where nth = $4)
        then least(max(last_seq), $3)
        else $3
      end as seq
    from page)
  select ${columns}, reach.seq as "readTo"
  from feed_head h
  cross join reach
  left join (${sized('message')}) f on f.bytes_before < $6
  order by f.seq`

/** Pages of one answer. */
const PAGES_MAX = 50

export interface FeedSpan extends PageBounds {
  readonly channels: readonly string[]
  readonly after: number
  readonly upTo: number
}

/** Messages of some channels, perhaps none although more follow. */
export interface ChannelsPage {
  readonly rows: readonly FeedRow[]
  /** All that the channels told up to here has been read; the next answer goes on behind it. */
  readonly readTo: number
}

/** What was told on some channels after a message, up to another. */
export async function listFeedOf(db: Reader, span: FeedSpan): Promise<ChannelsPage> {
  const { channels, after, upTo, limit, bytesMax } = span
  const keys = [...new Set(channels.map(pageKeyOf))]
  const values = [channels, after, upTo, PAGES_MAX, limit, bytesMax, keys]
  type Row = FeedRow & { readonly readTo: number }
  const answer = await db.query<Row | { readonly seq: null; readonly readTo: number }>({
    label: 'list-feed-of',
    sql: someSql,
    values,
  })
  const rows = answer.filter((row): row is Row => row.seq !== null)
  const end = isFull(rows, span) ? rows.at(-1)?.seq : answer[0]?.readTo
  return { rows, readTo: end ?? upTo }
}

import { Bug } from '../../kit/index.ts'
import type { Writer } from '../database.ts'
import { pageKeyOf } from './page-key.ts'

export interface NewMessage {
  readonly channel: string
  readonly type: string
  /** JSON, as it is sent. */
  readonly data: string
}

/** What is told of one block. */
export interface NewFeedBlock {
  readonly height: number
  readonly hash: string
  readonly timestampMs: number
  /** The index's revision after it. */
  readonly version: number
  readonly messages: readonly NewMessage[]
}

/** Numbers count from the first message that is appended. */
interface NewPage extends Omit<NewFeedBlock, 'version' | 'messages'> {
  readonly version: number | null
  readonly firstSeq: number
  readonly lastSeq: number
  readonly keys: ReadonlySet<string>
  readonly text: string
}

/** Anybody who serves the feed listens to this. */
export const feedNotification = 'sibyl_feed'

/** A page ends with the message that reaches it: who follows one channel reads all of a page. */
const PAGE_CHARS = 32_768
/** More would hold the embedded database's only connection for too long. */
const PAGES_MAX = 100
/** Between pages of a statement: JSON has no control characters. */
const separator = '\u001e'

/**
 * One statement, for a round trip takes longer than any of its parts. The notification is heard when the transaction
 * commits; with the embedded database nobody listens, and nothing happens.
 */
const appendSql = `
  with head as (
    update feed_head
    set last_seq = last_seq + $1::bigint
    returning last_seq - $1::bigint as before, pg_notify('${feedNotification}', '')
  ), pages as (
    insert into feed (last_seq, first_seq, height, block_hash, at_ms, version, messages)
    select before + last_seq, before + first_seq, height, block_hash, at_ms, version, messages
    from head, unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::text[], $6::bigint[], $7::bigint[],
      string_to_array($8, '${separator}'))
      as page (last_seq, first_seq, height, block_hash, at_ms, version, messages)
  ), books as (
    insert into feed_books (market_id, version)
    select *
    from unnest($9::bigint[], $10::bigint[])
    on conflict (market_id) do update
    set version = excluded.version
  )
  insert into feed_channels (key_hash, last_seq)
  select hashtextextended(key, 0), before + last_seq
  from head, unnest($11::text[], $12::bigint[]) as entry (key, last_seq)`

/**
 * Tells blocks in their order, and keeps the versions of the books that were told with them; who calls it holds the index's
 * lock, so numbers have no gap.
 */
export async function appendFeed(
  db: Writer,
  blocks: readonly NewFeedBlock[],
  bookVersions: ReadonlyMap<number, number> = new Map(),
): Promise<void> {
  const pages: NewPage[] = []
  let count = 0
  for (const block of blocks) count = addPages(pages, block, count)
  for (let from = 0; from < pages.length; from += PAGES_MAX)
    await insertPages(db, pages.slice(from, from + PAGES_MAX), from === 0 ? bookVersions : new Map())
}

/** The number of the block's last message. */
function addPages(pages: NewPage[], block: NewFeedBlock, lastSeq: number): number {
  const { height, hash, timestampMs, version, messages } = block
  let seq = lastSeq
  let firstSeq = seq + 1
  let lines: string[] = []
  let chars = 0
  let keys = new Set<string>()
  for (const [index, { channel, type, data }] of messages.entries()) {
    seq += 1
    const line = `${channel} ${type} ${data}`
    lines.push(line)
    chars += line.length
    keys.add(pageKeyOf(channel))
    const isLast = index === messages.length - 1
    if (chars < PAGE_CHARS && !isLast) continue
    const text = lines.join('\n')
    const place = { height, hash, timestampMs, version: isLast ? version : null }
    pages.push({ ...place, firstSeq, lastSeq: seq, keys, text })
    firstSeq = seq + 1
    lines = []
    chars = 0
    keys = new Set()
  }
  return seq
}

async function insertPages(
  db: Writer,
  pages: readonly NewPage[],
  bookVersions: ReadonlyMap<number, number>,
): Promise<void> {
  const before = pages[0]!.firstSeq - 1
  const entries = pages.flatMap(({ lastSeq, keys }) => [...keys].map((key) => ({ key, lastSeq })))
  const told = await db.execute({
    label: 'append-feed',
    sql: appendSql,
    values: [
      pages.at(-1)!.lastSeq - before,
      pages.map(({ lastSeq }) => lastSeq - before),
      pages.map(({ firstSeq }) => firstSeq - before),
      pages.map(({ height }) => height),
      pages.map(({ hash }) => hash),
      pages.map(({ timestampMs }) => timestampMs),
      pages.map(({ version }) => version),
      pages.map(({ text }) => text).join(separator),
      [...bookVersions.keys()],
      [...bookVersions.values()],
      entries.map(({ key }) => key),
      entries.map(({ lastSeq }) => lastSeq - before),
    ],
  })
  if (told !== entries.length) throw new Bug('the feed has no head')
}

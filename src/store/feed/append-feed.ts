import type { Writer } from '../database.ts'

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

interface NewPage extends Omit<NewFeedBlock, 'version' | 'messages'> {
  readonly version: number | null
  readonly firstSeq: number
  readonly lastSeq: number
  readonly channels: ReadonlySet<string>
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

const insertPagesSql = `
  insert into feed (last_seq, first_seq, height, block_hash, at_ms, version, messages)
  select *
  from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[], $5::bigint[], $6::bigint[],
    string_to_array($7, '${separator}'))`

const insertChannelsSql = `
  insert into feed_channels (channel_hash, last_seq)
  select hashtextextended(channel, 0), last_seq
  from unnest($1::text[], $2::bigint[]) as entry (channel, last_seq)`

/** Heard when the transaction commits; with the embedded database nobody listens, and nothing happens. */
const advanceSql = `
  update feed_head
  set last_seq = last_seq + $1::bigint
  returning last_seq - $1::bigint as "lastSeq", pg_notify('${feedNotification}', '')`

/** Tells blocks in their order; who calls it holds the index's lock, so numbers have no gap. */
export async function appendFeed(db: Writer, blocks: readonly NewFeedBlock[]): Promise<void> {
  const count = blocks.reduce((sum, { messages }) => sum + messages.length, 0)
  if (count === 0) return
  const [before] = await db.query<{ lastSeq: number }>({
    label: 'advance-feed',
    sql: advanceSql,
    values: [count],
  })
  const pages: NewPage[] = []
  let lastSeq = before!.lastSeq
  for (const block of blocks) lastSeq = addPages(pages, block, lastSeq)
  for (let from = 0; from < pages.length; from += PAGES_MAX)
    await insertPages(db, pages.slice(from, from + PAGES_MAX))
}

/** The number of the block's last message. */
function addPages(pages: NewPage[], block: NewFeedBlock, lastSeq: number): number {
  const { height, hash, timestampMs, version, messages } = block
  let seq = lastSeq
  let firstSeq = seq + 1
  let lines: string[] = []
  let chars = 0
  let channels = new Set<string>()
  for (const [index, { channel, type, data }] of messages.entries()) {
    seq += 1
    const line = `${channel} ${type} ${data}`
    lines.push(line)
    chars += line.length
    channels.add(channel)
    const isLast = index === messages.length - 1
    if (chars < PAGE_CHARS && !isLast) continue
    const text = lines.join('\n')
    const place = { height, hash, timestampMs, version: isLast ? version : null }
    pages.push({ ...place, firstSeq, lastSeq: seq, channels, text })
    firstSeq = seq + 1
    lines = []
    chars = 0
    channels = new Set()
  }
  return seq
}

async function insertPages(db: Writer, pages: readonly NewPage[]): Promise<void> {
  await db.execute({
    label: 'insert-feed-pages',
    sql: insertPagesSql,
    values: [
      pages.map((page) => page.lastSeq),
      pages.map(({ firstSeq }) => firstSeq),
      pages.map(({ height }) => height),
      pages.map(({ hash }) => hash),
      pages.map(({ timestampMs }) => timestampMs),
      pages.map(({ version }) => version),
      pages.map(({ text }) => text).join(separator),
    ],
  })
  const entries = pages.flatMap(({ lastSeq, channels }) => [...channels].map((name) => ({ name, lastSeq })))
  await db.execute({
    label: 'insert-feed-channels',
    sql: insertChannelsSql,
    values: [entries.map(({ name }) => name), entries.map((entry) => entry.lastSeq)],
  })
}

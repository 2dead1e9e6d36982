import type { Writer } from '../database.ts'

export interface NewFeedRow {
  readonly height: number
  readonly blockHash: string
  readonly atMs: number
  readonly channel: string
  readonly type: string
  /** JSON, as it is sent. */
  readonly data: string
}

/** Anybody who serves the feed listens to this. */
export const feedNotification = 'sibyl_feed'

/** More would hold the embedded database's only connection for too long. */
const ROWS_MAX = 500

const insertSql = `
  insert into feed (seq, height, block_hash, at_ms, channel, type, data)
  select seq, height, block_hash, at_ms, channel, type, data
  from json_to_recordset($1::json)
    as r (seq bigint, height bigint, block_hash text, at_ms bigint, channel text, type text, data text)`

const putHeadSql = `
  update feed_head
  set last_seq = $1`

/** Tells rows in their order; who calls it holds the index's lock, so numbers have no gap. */
export async function appendFeed(db: Writer, lastSeq: number, rows: readonly NewFeedRow[]): Promise<number> {
  if (rows.length === 0) return lastSeq
  for (let from = 0; from < rows.length; from += ROWS_MAX) {
    const part = rows.slice(from, from + ROWS_MAX).map((row, index) => ({
      seq: lastSeq + from + index + 1,
      height: row.height,
      block_hash: row.blockHash,
      at_ms: row.atMs,
      channel: row.channel,
      type: row.type,
      data: row.data,
    }))
    await db.execute({ label: 'append-feed', sql: insertSql, values: [JSON.stringify(part)] })
  }
  const next = lastSeq + rows.length
  await db.execute({ label: 'put-feed-head', sql: putHeadSql, values: [next] })
  // Delivered when the transaction commits; with the embedded database nobody listens, and nothing happens.
  await db.query({ label: 'notify-feed', sql: `select pg_notify('${feedNotification}', '')` })
  return next
}

import type { Reader } from '../database.ts'

/** Where the feed begins and ends. */
export interface FeedHead {
  /** Names this build of the index: eight hex digits. */
  readonly epoch: string
  /** Messages below are gone. */
  readonly firstSeq: number
  /** 0 before the first message. */
  readonly lastSeq: number
  /** The block that everything up to there is of; null before the first. */
  readonly height: number | null
}

const sql = `
  select epoch, first_seq as "firstSeq", last_seq as "lastSeq", (select height from checkpoint) as height
  from feed_head`

export async function findFeedHead(db: Reader): Promise<FeedHead> {
  const [head] = await db.query<FeedHead>({ label: 'find-feed-head', sql })
  return head ?? { epoch: '00000000', firstSeq: 1, lastSeq: 0, height: null }
}

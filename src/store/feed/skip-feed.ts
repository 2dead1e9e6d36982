import type { Writer } from '../database.ts'

const headSql = `
  update feed_head
  set last_seq = last_seq + 1, first_seq = last_seq + 2`

const booksSql = 'delete from feed_books'

/**
 * Blocks too old to be kept are not told. One number is left out and everything before it is given up, so that whoever
 * follows notices, whichever message it had last.
 */
export async function skipFeed(db: Writer): Promise<void> {
  await db.execute({ label: 'skip-feed', sql: headSql })
  await db.execute({ label: 'forget-book-versions', sql: booksSql })
}

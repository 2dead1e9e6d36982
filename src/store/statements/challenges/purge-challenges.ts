import type { Writer } from '../../database.ts'

const sql = `
  delete from challenges
  where id in (
    select id
    from challenges
    where expires_at_ms < $1
    order by expires_at_ms
    limit $2
  )`

/** Forgets challenges that expired before a moment, at most `limit` at a time; returns how many. */
export function purgeChallenges(db: Writer, expiredBeforeMs: number, limit: number): Promise<number> {
  return db.execute({ label: 'purge-challenges', sql, values: [expiredBeforeMs, limit] })
}

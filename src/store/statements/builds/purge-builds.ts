import type { Writer } from '../../database.ts'

const sql = `
  delete from builds
  where id in (
    select id
    from builds
    where expires_at_ms < $1
    order by expires_at_ms
    limit $2
  )`

/** Forgets builds that expired before a moment, at most `limit` of them, oldest first; says how many went. */
export async function purgeBuilds(
  db: Writer,
  { beforeMs, limit }: { readonly beforeMs: number; readonly limit: number },
): Promise<number> {
  return db.execute({ label: 'purge-builds', sql, values: [beforeMs, limit] })
}

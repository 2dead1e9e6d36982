import type { Reader, Writer } from '../database.ts'

const findSql = `
  select market_id as "marketId", version
  from feed_books
  where market_id = any($1::bigint[])`

/** The version of each market's book that was told last. */
export async function findBookVersions(
  db: Reader,
  marketIds: readonly number[],
): Promise<Map<number, number>> {
  if (marketIds.length === 0) return new Map()
  const rows = await db.query<{ marketId: number; version: number }>({
    label: 'find-book-versions',
    sql: findSql,
    values: [marketIds],
  })
  return new Map(rows.map(({ marketId, version }) => [marketId, version]))
}

const putSql = `
  insert into feed_books (market_id, version)
  select market_id, version
  from unnest($1::bigint[], $2::bigint[]) as r (market_id, version)
  on conflict (market_id) do update
  set version = excluded.version`

export async function putBookVersions(db: Writer, versions: ReadonlyMap<number, number>): Promise<void> {
  if (versions.size === 0) return
  const values = [[...versions.keys()], [...versions.values()]]
  await db.execute({ label: 'put-book-versions', sql: putSql, values })
}

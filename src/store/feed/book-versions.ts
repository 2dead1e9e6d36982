import type { Reader } from '../database.ts'

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

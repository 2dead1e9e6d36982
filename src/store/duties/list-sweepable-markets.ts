import type { Reader } from '../database.ts'

const sql = `
  select id, market_address
  from markets
  where resolved and order_count > 0 and id > $1
  order by id
  limit $2`

/** Resolved markets that had orders, in the order of their ids: their contracts say whether price chunks are left. */
export async function listSweepableMarkets(
  db: Reader,
  afterId: number,
  limit: number,
): Promise<{ readonly id: number; readonly marketAddress: string }[]> {
  const rows = await db.query<{ id: number; market_address: string }>({
    label: 'list-sweepable-markets',
    sql,
    values: [afterId, limit],
  })
  return rows.map((row) => ({ id: row.id, marketAddress: row.market_address }))
}

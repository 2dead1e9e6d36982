import type { Reader } from '../database.ts'

const sql = `
  select m.market_address, p.user_address
  from markets m
  cross join lateral (
    select user_address, row_number() over (order by user_address) as turn
    from (
      select distinct user_address
      from positions
      where market_id = m.id and not is_settled
      order by user_address
      limit $1) unsettled) p
  where m.resolved
  order by p.turn, m.id
  limit $1`

/**
 * Wallets of resolved markets that have not been paid; markets take turns. Each has a deposit to get back, so each is
 * worth its gas.
 */
export async function listUnsettledPositions(
  db: Reader,
  limit: number,
): Promise<{ readonly marketAddress: string; readonly trader: string }[]> {
  const rows = await db.query<{ market_address: string; user_address: string }>({
    label: 'list-unsettled-positions',
    sql,
    values: [limit],
  })
  return rows.map((row) => ({ marketAddress: row.market_address, trader: row.user_address }))
}

import type { Reader } from '../database.ts'

const sql = `
  select distinct p.market_id, m.market_address, p.user_address
  from positions p
  join markets m on m.id = p.market_id
  where not p.is_settled and m.resolved
  order by p.market_id, p.user_address
  limit $1`

/** Wallets of resolved markets that have not been paid. Each has a deposit to get back, so each is worth its gas. */
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

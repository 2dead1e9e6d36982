import type { Reader } from '../database.ts'

const sql = `
  select id, market_address
  from markets
  where id > $1
  order by id`

/** The markets above a number, by number. */
export async function listMarketAddresses(
  db: Reader,
  aboveId: number,
): Promise<readonly { readonly id: number; readonly address: string }[]> {
  const rows = await db.query<{ id: number; market_address: string }>({
    label: 'list-market-addresses',
    sql,
    values: [aboveId],
  })
  return rows.map((row) => ({ id: row.id, address: row.market_address }))
}

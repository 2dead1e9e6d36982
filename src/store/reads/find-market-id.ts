import type { Reader } from '../database.ts'

const sql = `
  select id
  from markets
  where market_address = $1`

/** The market's counter by its contract address, or null. */
export async function findMarketId(db: Reader, marketAddress: string): Promise<number | null> {
  const [row] = await db.query<{ id: number }>({ label: 'find-market-id', sql, values: [marketAddress] })
  return row?.id ?? null
}

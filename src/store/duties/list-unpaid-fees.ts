import type { Reader } from '../database.ts'

const sql = `
  select market_address
  from markets
  where unpaid_creator_fees + unpaid_treasury_fees - kept_fees >= $1::numeric
    or resolved and unpaid_creator_fees + unpaid_treasury_fees > 0
  order by unpaid_creator_fees + unpaid_treasury_fees desc, id
  limit $2`

/** Markets in which at least so much can be paid to creator and treasury; of a resolved one the last, however little. */
export async function listUnpaidFees(db: Reader, least: bigint, limit: number): Promise<string[]> {
  const values = [least, limit]
  const rows = await db.query<{ market_address: string }>({ label: 'list-unpaid-fees', sql, values })
  return rows.map((row) => row.market_address)
}

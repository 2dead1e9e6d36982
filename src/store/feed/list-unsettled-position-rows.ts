import { type PositionRow, positions } from '../chain/market-tables.ts'
import { fromRow, nameList } from '../chain/row-json.ts'
import type { Reader } from '../database.ts'

const sql = `
  select ${nameList(positions.columns)}
  from positions
  where market_id = any($1::bigint[]) and not is_settled
  order by id`

/** Positions that a resolution gives another worth, or takes it back. */
export async function listUnsettledPositionRows(
  db: Reader,
  marketIds: readonly number[],
): Promise<PositionRow[]> {
  if (marketIds.length === 0) return []
  const rows = await db.query<Record<string, unknown>>({
    label: 'list-unsettled-position-rows',
    sql,
    values: [marketIds],
  })
  return rows.map((row) => fromRow(positions, row))
}

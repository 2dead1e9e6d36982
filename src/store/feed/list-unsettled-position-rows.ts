import { type PositionRow, positions } from '../chain/market-tables.ts'
import { queryInPages } from '../chain/query-in-pages.ts'
import { fromRow, nameList } from '../chain/row-json.ts'
import type { Reader } from '../database.ts'

const label = 'list-unsettled-position-rows'

const sql = `
  select ${nameList(positions.columns)}
  from positions
  where market_id = any($1::bigint[]) and not is_settled`

/** Positions that a resolution gives another worth, or takes it back; by id, because the feed tells them in this order. */
export async function listUnsettledPositionRows(
  tx: Reader,
  marketIds: readonly number[],
): Promise<PositionRow[]> {
  const found: PositionRow[] = []
  if (marketIds.length === 0) return found
  for await (const page of queryInPages(tx, { label, sql, values: [marketIds] }))
    for (const row of page) found.push(fromRow(positions, row))
  return found.sort((a, b) => a.id - b.id)
}

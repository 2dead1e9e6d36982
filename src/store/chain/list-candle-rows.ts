import type { Reader } from '../database.ts'
import { type CandleRow, candles } from './market-tables.ts'
import { PAGE_ROWS } from './query-in-pages.ts'
import { rowsFrom, toArrays } from './row-arrays.ts'
import { fromRow, nameList } from './row-json.ts'

/** The limit makes it one look into the index for each: a plain join was planned as a walk over the whole table. */
const sql = `
  select ${nameList(candles.columns, 't.')}
  from ${rowsFrom(candles.key)} k
  cross join lateral (
    select *
    from candles c
    where c.market_id = k.market_id and c."interval" = k."interval" and c.start_ms = k.start_ms
    limit 1) t`

type CandleKey = Pick<CandleRow, 'marketId' | 'interval' | 'startMs'>

/** Those of the wanted candles that there are. */
export async function listCandleRows(
  db: Reader,
  wanted: readonly CandleKey[],
  pageRows = PAGE_ROWS,
): Promise<CandleRow[]> {
  const found: CandleRow[] = []
  for (let from = 0; from < wanted.length; from += pageRows) {
    const values = toArrays(candles.key, wanted.slice(from, from + pageRows))
    for (const row of await db.query<Record<string, unknown>>({ label: 'list-candle-rows', sql, values }))
      found.push(fromRow(candles, row))
  }
  return found
}

import type { Lister } from '../database.ts'
import { sql } from './fragment.ts'
import { type ListPage, listPage, type PageRequest } from './list-page.ts'
import { tradeRecord, tradeRecordFrom } from './records.ts'

const marketId = sql`(select id from market)`

/**
 * A market's trades, newest first; the total is a counter of the indexer. Null when there is no such market: its number
 * is found in the same statement, which spares a round trip and cannot name another market after a reorganisation.
 */
export function listTradesByMarket(
  db: Lister,
  marketAddress: string,
  page: PageRequest,
): Promise<ListPage | null> {
  return listPage(
    db,
    {
      label: 'list-trades-by-market',
      before: sql`market as materialized (select id from markets where market_address = ${marketAddress})`,
      owner: marketId,
      from: sql`trades t`,
      where: [sql`t.market_id = ${marketId}`],
      id: sql`t.id`,
      order: 'desc',
      recordFrom: tradeRecordFrom,
      record: tradeRecord,
      total: sql`(select n from list_counts where scope = 'trades_by_market' and key = ${marketId}::text)`,
    },
    page,
  ).then((list) => (list.owner === null ? null : list))
}

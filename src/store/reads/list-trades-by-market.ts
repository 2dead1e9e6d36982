import type { Reader } from '../database.ts'
import { sql } from './fragment.ts'
import { type ListPage, listPage, type PageRequest } from './list-page.ts'
import { tradeRecord, tradeRecordFrom } from './records.ts'

/** A market's trades, newest first unless asked otherwise; the total is a counter of the indexer. */
export function listTradesByMarket(db: Reader, marketId: number, page: PageRequest): Promise<ListPage> {
  return listPage(
    db,
    {
      label: 'list-trades-by-market',
      from: sql`trades t`,
      where: [sql`t.market_id = ${marketId}`],
      id: sql`t.id`,
      order: 'desc',
      recordFrom: tradeRecordFrom,
      record: tradeRecord,
      total: sql`(select n from list_counts where scope = 'trades_by_market' and key = ${String(marketId)})`,
    },
    page,
  )
}

import type { Lister } from '../database.ts'
import { counted } from './counted.ts'
import { sql } from './fragment.ts'
import { type ListPage, listPage, type PageRequest } from './list-page.ts'
import { orderRecord, orderRecordFrom } from './records.ts'

export interface OrderFilter {
  readonly trader: string
  readonly marketId?: number | undefined
  readonly status: 'open' | 'filled' | 'cancelled' | 'all'
}

const allStatuses = ['open', 'filled', 'cancelled'] as const

/** A wallet's orders, newest first. */
export function listOrdersByTrader(db: Lister, filter: OrderFilter, page: PageRequest): Promise<ListPage> {
  const { trader, marketId, status } = filter
  const statuses = status === 'all' ? allStatuses : [status]
  return listPage(
    db,
    {
      label: 'list-orders-by-trader',
      from: sql`orders o`,
      where: [
        sql`o.trader = ${trader}`,
        ...(marketId === undefined ? [] : [sql`o.market_id = ${marketId}`]),
        ...(status === 'all' ? [] : [sql`o.status = ${status}`]),
      ],
      id: sql`o.id`,
      order: 'desc',
      recordFrom: orderRecordFrom,
      record: orderRecord,
      total:
        marketId === undefined
          ? counted(
              'orders_by_trader',
              statuses.map((each) => `${trader}|${each}`),
            )
          : counted(
              'orders_by_market',
              statuses.map((each) => `${trader}|${marketId}|${each}`),
            ),
    },
    page,
  )
}

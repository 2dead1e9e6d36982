import type { ActivityType } from '../../domain/index.ts'
import type { Lister } from '../database.ts'
import { counted } from './counted.ts'
import { allOf, sql } from './fragment.ts'
import { iso } from './iso.ts'
import { type ListPage, listPage, type PageRequest } from './list-page.ts'

export interface ActivityFilter {
  readonly wallet: string
  readonly type?: ActivityType | undefined
  readonly marketId?: number | undefined
}

/** Everything a wallet did and that was done to what it has, newest first. */
export function listActivity(
  db: Lister,
  { wallet, type, marketId }: ActivityFilter,
  page: PageRequest,
): Promise<ListPage> {
  const where = [
    sql`a.wallet = ${wallet}`,
    ...(type === undefined ? [] : [sql`a.type = ${type}`]),
    ...(marketId === undefined ? [] : [sql`a.market_id = ${marketId}`]),
  ]
  return listPage(
    db,
    {
      label: 'list-activity',
      from: sql`activity a`,
      where,
      id: sql`a.id`,
      order: 'desc',
      recordFrom: sql`activity a left join markets m on m.id = a.market_id`,
      record: sql`
        a.id as "id", a.type as "type", ${iso(sql`a.at_ms`)} as "at", a.height as "blockHeight", a.tx_id as "txId",
        m.market_address as "marketAddress", a.market_id as "marketId", a.order_id as "orderId", a.side as "side",
        a.outcome as "outcome", a.price as "price", a.quantity::text as "quantity",
        a.collateral::text as "collateral", a.fee::text as "fee", a.native::text as "native",
        a.stake::text as "stake", a.reference as "reference", a.note as "note"`,
      total:
        where.length === 1
          ? counted('activity_by_wallet', [wallet])
          : sql`(select count(*) from activity a where ${allOf(where)})`,
    },
    page,
  )
}

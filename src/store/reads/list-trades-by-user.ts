import type { Lister } from '../database.ts'
import { counted } from './counted.ts'
import { type Fragment, sql } from './fragment.ts'
import { type ListPage, listPage, type PageRequest } from './list-page.ts'
import { tradeRecord, tradeRecordFrom } from './records.ts'

/**
 * A wallet's trades as maker or taker, newest first. Each role has an index of its own, so the newest of both are taken
 * and merged: the same condition spelled with `or` would sort all of them.
 */
export function listTradesByUser(
  db: Lister,
  { user, marketId }: { readonly user: string; readonly marketId?: number | undefined },
  page: PageRequest,
): Promise<ListPage> {
  const inMarket = marketId === undefined ? sql`` : sql`and market_id = ${marketId}`
  const before = page.after ? sql`and id < ${page.after.id}::bigint` : sql``
  const newest = (role: Fragment): Fragment => sql`
    (select id from trades where ${role} = ${user} ${inMarket} ${before}
     order by id desc limit ${String(page.offset + BigInt(page.limit) + 1n)}::bigint)`
  return listPage(
    db,
    {
      label: 'list-trades-by-user',
      from: sql`(${newest(sql`maker_address`)} union all ${newest(sql`taker_address`)}) both_roles`,
      where: [],
      id: sql`both_roles.id`,
      order: 'desc',
      recordId: sql`t.id`,
      recordFrom: tradeRecordFrom,
      record: tradeRecord,
      total:
        marketId === undefined
          ? counted('trades_by_user', [user])
          : counted('trades_by_user_market', [`${user}|${marketId}`]),
      onlyForwards: true,
    },
    page,
  )
}

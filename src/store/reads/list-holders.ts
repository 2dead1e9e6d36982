import type { Outcome } from '../../domain/index.ts'
import type { Lister } from '../database.ts'
import { allOf, sql } from './fragment.ts'
import { type ListPage, listPage, type PageRequest } from './list-page.ts'

/** Positions of a market that are not settled and not empty, largest first; null when there is no such market. */
export async function listHolders(
  db: Lister,
  { marketAddress, outcome }: { readonly marketAddress: string; readonly outcome: Outcome | null },
  page: PageRequest,
): Promise<ListPage | null> {
  const market = sql`(select id from markets where market_address = ${marketAddress})`
  const where = [
    sql`p.market_id = ${market}`,
    sql`not p.is_settled`,
    sql`p.shares > 0`,
    ...(outcome === null ? [] : [sql`p.position_type = ${outcome}`]),
  ]
  const found = await listPage(
    db,
    {
      label: 'list-holders',
      from: sql`positions p`,
      where,
      id: sql`p.id`,
      key: { column: sql`p.shares`, type: 'numeric' },
      order: 'desc',
      recordFrom: sql`positions p`,
      record: sql`
        p.user_address as "address", p.position_type as "positionType", p.shares::text as "shares",
        p.entry_price as "entryPrice"`,
      total: sql`(select count(*) from positions p where ${allOf(where)})`,
      owner: market,
    },
    page,
  )
  return found.owner === null ? null : found
}

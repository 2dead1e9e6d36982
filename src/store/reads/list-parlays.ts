import type { Lister } from '../database.ts'
import { counted } from './counted.ts'
import { allOf, sql } from './fragment.ts'
import { type ListPage, listPage, type PageRequest } from './list-page.ts'
import { parlayRecord } from './records.ts'

export const parlayStatuses = ['open', 'taken', 'settled', 'cancelled', 'expired'] as const

export interface ParlayFilter {
  readonly status: (typeof parlayStatuses)[number] | 'all'
  /** Offered or taken by this wallet. */
  readonly user?: string
  /** With a leg on this market. */
  readonly marketId?: number | undefined
}

/** Parlay offers, newest first. */
export function listParlays(
  db: Lister,
  { status, user, marketId }: ParlayFilter,
  page: PageRequest,
): Promise<ListPage> {
  const statuses = status === 'all' ? parlayStatuses : [status]
  const where = [
    ...(status === 'all' ? [] : [sql`r.status = ${status}`]),
    ...(user === undefined ? [] : [sql`(r.maker = ${user} or r.taker = ${user})`]),
    ...(marketId === undefined
      ? []
      : [
          sql`r.legs @> jsonb_build_array(jsonb_build_object(
            'marketAddress', (select market_address from markets where id = ${marketId})))`,
        ]),
  ]
  return listPage(
    db,
    {
      label: 'list-parlays',
      from: sql`parlays r`,
      where,
      id: sql`r.id`,
      order: 'desc',
      recordFrom: sql`parlays r`,
      record: parlayRecord,
      total:
        marketId !== undefined
          ? sql`(select count(*) from parlays r where ${allOf(where)})`
          : user === undefined
            ? counted('parlays', statuses)
            : counted(
                'parlays_by_user',
                statuses.map((each) => `${user}|${each}`),
              ),
    },
    page,
  )
}

import type { Lister } from '../database.ts'
import { counted } from './counted.ts'
import { allOf, sql } from './fragment.ts'
import { type ListPage, listPage, type PageRequest } from './list-page.ts'
import { positionRecord, positionRecordFrom } from './records.ts'

export interface PositionFilter {
  readonly user: string
  readonly marketId?: number | undefined
  readonly settled?: boolean | undefined
}

/** A wallet's positions, newest first. In one market it has two at most, so those are counted. */
export function listPositionsByUser(
  db: Lister,
  filter: PositionFilter,
  page: PageRequest,
): Promise<ListPage> {
  const { user, marketId, settled } = filter
  const where = [
    sql`p.user_address = ${user}`,
    ...(marketId === undefined ? [] : [sql`p.market_id = ${marketId}`]),
    ...(settled === undefined ? [] : [sql`p.is_settled = ${settled}`]),
  ]
  const states = settled === undefined ? ['open', 'settled'] : [settled ? 'settled' : 'open']
  return listPage(
    db,
    {
      label: 'list-positions-by-user',
      from: sql`positions p`,
      where,
      id: sql`p.id`,
      order: 'desc',
      recordFrom: positionRecordFrom,
      record: positionRecord,
      total:
        marketId === undefined
          ? counted(
              'positions_by_user',
              states.map((state) => `${user}|${state}`),
            )
          : sql`(select count(*) from positions p where ${allOf(where)})`,
    },
    page,
  )
}

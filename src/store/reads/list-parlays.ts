import type { Reader } from '../database.ts'
import { counted } from './counted.ts'
import { sql } from './fragment.ts'
import { type ListPage, listPage, type PageRequest } from './list-page.ts'
import { parlayRecord } from './records.ts'

export const parlayStatuses = ['open', 'taken', 'settled', 'cancelled', 'expired'] as const

export interface ParlayFilter {
  readonly status: (typeof parlayStatuses)[number] | 'all'
  /** Offered or taken by this wallet. */
  readonly user?: string
}

/** Parlay offers, newest first. */
export function listParlays(
  db: Reader,
  { status, user }: ParlayFilter,
  page: PageRequest,
): Promise<ListPage> {
  const statuses = status === 'all' ? parlayStatuses : [status]
  return listPage(
    db,
    {
      label: 'list-parlays',
      from: sql`parlays r`,
      where: [
        ...(status === 'all' ? [] : [sql`r.status = ${status}`]),
        ...(user === undefined ? [] : [sql`(r.maker = ${user} or r.taker = ${user})`]),
      ],
      id: sql`r.id`,
      order: 'desc',
      recordFrom: sql`parlays r`,
      record: parlayRecord,
      total:
        user === undefined
          ? counted('parlays', statuses)
          : counted(
              'parlays_by_user',
              statuses.map((each) => `${user}|${each}`),
            ),
    },
    page,
  )
}

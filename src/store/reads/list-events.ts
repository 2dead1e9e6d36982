import type { Lister } from '../database.ts'
import { counted } from './counted.ts'
import { allOf, sql } from './fragment.ts'
import { type ListPage, listPage, type PageRequest, type SortKey } from './list-page.ts'
import { eventRecord } from './records.ts'

export const eventSorts = ['created-at', 'volume', 'leg-count'] as const

export interface EventFilter {
  readonly websearch?: string | undefined
  readonly category?: string | undefined
  readonly sort: (typeof eventSorts)[number]
  readonly order: 'asc' | 'desc'
  readonly withLegs: boolean
}

const keys: Readonly<Record<EventFilter['sort'], SortKey | null>> = {
  'created-at': null,
  volume: { column: sql`e.total_volume`, type: 'numeric' },
  'leg-count': { column: sql`e.leg_count`, type: 'bigint' },
}

export function listEvents(db: Lister, filter: EventFilter, page: PageRequest): Promise<ListPage> {
  const { websearch, category, sort, order, withLegs } = filter
  const where = [
    ...(websearch === undefined ? [] : [sql`e.tsv @@ websearch_to_tsquery('english', ${websearch})`]),
    ...(category === undefined ? [] : [sql`e.category = ${category}`]),
  ]
  const key = keys[sort]
  const total =
    websearch !== undefined
      ? sql`(select count(*) from events e where ${allOf(where)})`
      : category !== undefined
        ? counted('events_by_category', [category])
        : counted('events', ['all'])
  return listPage(
    db,
    {
      label: 'list-events',
      from: sql`events e`,
      where,
      id: sql`e.id`,
      ...(key ? { key } : {}),
      order,
      recordFrom: sql`events e`,
      record: eventRecord(withLegs),
      total,
    },
    page,
  )
}

import type { Reader } from '../database.ts'
import { allOf, sql, toStatement } from './fragment.ts'
import { type MarketFilter, marketConditions } from './list-markets.ts'

export interface MarketFacets {
  readonly total: number
  readonly categories: readonly { readonly name: string; readonly count: number }[]
  readonly tags: readonly { readonly name: string; readonly count: number }[]
  readonly status: { readonly open: number; readonly resolved: number }
}

/** A page of buttons, not a catalogue: the most frequent names. */
const namesMax = 100

/**
 * How the matching markets divide. Categories and tags count what the list shows; status counts it without its own
 * filter, so that a reader sees what the other choice would show.
 */
export async function getMarketFacets(db: Reader, filter: MarketFilter): Promise<MarketFacets> {
  const anyStatus = sql`
    matched as materialized (
      select m.category, m.tags, m.resolved
      from markets m
      where ${allOf(marketConditions({ ...filter, status: 'all' }))})`
  const ofStatus = filter.status === 'all' ? sql`true` : sql`resolved = ${filter.status === 'resolved'}`
  const statement = sql`
    with ${anyStatus}
    select
      (select count(*) from matched where ${ofStatus}) as total,
      (select count(*) from matched where not resolved) as open,
      (select count(*) from matched where resolved) as resolved,
      (
        select coalesce(json_agg(row_to_json(c)), '[]')
        from (
          select category as name, count(*) as count
          from matched
          where category is not null and ${ofStatus}
          group by category
          order by count(*) desc, category
          limit ${namesMax}
        ) c
      ) as categories,
      (
        select coalesce(json_agg(row_to_json(g)), '[]')
        from (
          select tag as name, count(*) as count
          from matched, unnest(tags) tag
          where ${ofStatus}
          group by tag
          order by count(*) desc, tag
          limit ${namesMax}
        ) g
      ) as tags`
  const [row] = await db.query<{
    total: number
    open: number
    resolved: number
    categories: MarketFacets['categories']
    tags: MarketFacets['tags']
  }>(toStatement('get-market-facets', statement))
  return {
    total: row?.total ?? 0,
    categories: row?.categories ?? [],
    tags: row?.tags ?? [],
    status: { open: row?.open ?? 0, resolved: row?.resolved ?? 0 },
  }
}

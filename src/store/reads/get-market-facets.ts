import type { Reader } from '../database.ts'
import { allOf, type Fragment, sql, toStatement } from './fragment.ts'
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
  return isStatusOnly(filter) ? facetsOfAll(db, filter.status) : facetsOfMatches(db, filter)
}

const isStatusOnly = ({ status: _, ...rest }: MarketFilter): boolean =>
  Object.values(rest).every((value) => value === undefined)

/** Of all markets the counters know everything: looking at a million takes longer than a request may. */
async function facetsOfAll(db: Reader, status: MarketFilter['status']): Promise<MarketFacets> {
  const ofStatus = status === 'all' ? sql`true` : sql`split_part(key, '|', 1) = ${status}`
  const names = (scope: string): Fragment => sql`
    (
      select coalesce(json_agg(row_to_json(named)), '[]')
      from (
        select substr(key, strpos(key, '|') + 1) as name, sum(n)::bigint as count
        from list_counts
        where scope = ${scope} and n > 0 and ${ofStatus} and strpos(key, '|') < length(key)
        group by 1
        order by 2 desc, 1
        limit ${namesMax}
      ) named
    )`
  const one = (of: string): Fragment =>
    sql`coalesce((select n from list_counts where scope = 'markets' and key = ${of}), 0)`
  const statement = sql`
    select ${one('open')} as open, ${one('resolved')} as resolved, ${names('markets_by_category')} as categories,
      ${names('markets_by_tag')} as tags`
  const [row] = await db.query<Omit<FacetsRow, 'total'>>(toStatement('get-all-market-facets', statement))
  const { open = 0, resolved = 0, categories = [], tags = [] } = row ?? {}
  const total = { open, resolved, all: open + resolved }[status]
  return { total, categories, tags, status: { open, resolved } }
}

interface FacetsRow {
  readonly total: number
  readonly open: number
  readonly resolved: number
  readonly categories: MarketFacets['categories']
  readonly tags: MarketFacets['tags']
}

/** Hundreds of thousands of matches are few kinds of them: counted by kind first, the rest is read from a handful of rows. */
async function facetsOfMatches(db: Reader, filter: MarketFilter): Promise<MarketFacets> {
  const kinds = sql`
    kinds as materialized (
      select m.category, m.tags, m.resolved, count(*) as n
      from markets m
      where ${allOf(marketConditions({ ...filter, status: 'all' }))}
      group by m.category, m.tags, m.resolved)`
  const ofStatus = filter.status === 'all' ? sql`true` : sql`resolved = ${filter.status === 'resolved'}`
  const count = (condition: Fragment): Fragment =>
    sql`(select coalesce(sum(n), 0)::bigint from kinds where ${condition})`
  const statement = sql`
    with ${kinds}
    select
      ${count(ofStatus)} as total,
      ${count(sql`not resolved`)} as open,
      ${count(sql`resolved`)} as resolved,
      (
        select coalesce(json_agg(row_to_json(c)), '[]')
        from (
          select category as name, sum(n)::bigint as count
          from kinds
          where category is not null and ${ofStatus}
          group by category
          order by 2 desc, category
          limit ${namesMax}
        ) c
      ) as categories,
      (
        select coalesce(json_agg(row_to_json(g)), '[]')
        from (
          select tag as name, sum(n)::bigint as count
          from kinds, unnest(tags) tag
          where ${ofStatus}
          group by tag
          order by 2 desc, tag
          limit ${namesMax}
        ) g
      ) as tags`
  const [row] = await db.query<FacetsRow>(toStatement('get-market-facets', statement))
  return {
    total: row?.total ?? 0,
    categories: row?.categories ?? [],
    tags: row?.tags ?? [],
    status: { open: row?.open ?? 0, resolved: row?.resolved ?? 0 },
  }
}

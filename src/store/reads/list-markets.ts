import { excludedBy, type MarketState } from '../../domain/index.ts'
import type { Lister, Reader } from '../database.ts'
import { counted } from './counted.ts'
import { allOf, type Fragment, sql, toStatement } from './fragment.ts'
import { type ListPage, type ListSpec, listPage, type PageRequest, type SortKey } from './list-page.ts'
import { type MarketField, marketRecord } from './records.ts'

export const marketSorts = [
  'created-at',
  'volume',
  'best-bid-yes',
  'recently-traded',
  'trending',
  'ends-at',
] as const

export interface MarketFilter {
  /** In the database's websearch syntax. */
  readonly websearch?: string | undefined
  readonly category?: string | undefined
  readonly tags?: readonly string[] | undefined
  readonly status: 'open' | 'resolved' | 'all'
  readonly state?: MarketState | undefined
  /** First and first no longer wanted millisecond of the end of trading. */
  readonly endsFromMs?: number | undefined
  readonly endsToMs?: number | undefined
  readonly creator?: string | undefined
  readonly minVolume?: bigint | undefined
}

export interface MarketOrder {
  readonly sort: (typeof marketSorts)[number]
  readonly order: 'asc' | 'desc'
  readonly fields?: readonly MarketField[] | undefined
  /** No total beyond this: it says so many, or more. Not for pages by offset, which begin with the exact one. */
  readonly countUpTo?: number | undefined
}

const keys: Readonly<Record<MarketOrder['sort'], SortKey | null>> = {
  'created-at': null,
  volume: { column: sql`m.volume`, type: 'numeric' },
  'best-bid-yes': { column: sql`m.best_bid_yes`, type: 'bigint' },
  'recently-traded': { column: sql`m.last_trade_at_ms`, type: 'bigint' },
  trending: { column: sql`m.trending`, type: 'bigint' },
  'ends-at': { column: sql`m.ends_at_ms`, type: 'bigint' },
}

/** Below this share of all markets matches are collected and sorted; above it the sort's index is walked instead. */
const walkFromShare = 0.005

export async function listMarkets(
  db: Lister,
  filter: MarketFilter,
  { sort, order, fields, countUpTo }: MarketOrder,
  page: PageRequest,
): Promise<ListPage> {
  const where = marketConditions(filter)
  const key = keys[sort]
  const spec = {
    label: 'list-markets',
    from: sql`markets m`,
    where,
    id: sql`m.id`,
    ...(key ? { key } : {}),
    order,
    ...(filter.status === 'all' && key ? { parts: [sql`m.resolved = false`, sql`m.resolved = true`] } : {}),
    recordFrom: sql`markets m`,
    record: marketRecord(fields),
    total: marketTotal(filter) ?? sql`0`,
  }
  const listed = isNarrow(filter)
    ? await db.together((reader) => listNarrow(reader, { filter, key, spec, page, countUpTo }))
    : await listPage(db, spec, page)
  return { ...listed, total: Math.min(listed.total, countUpTo ?? listed.total) }
}

interface NarrowList {
  readonly filter: MarketFilter
  readonly key: SortKey | null
  readonly spec: ListSpec
  readonly page: PageRequest
  readonly countUpTo: number | undefined
}

/** Counted first: the number of hits decides how they are found. */
async function listNarrow(db: Lister, { filter, key, spec, page, countUpTo }: NarrowList): Promise<ListPage> {
  const { where } = spec
  const { hits, all } = await countHits(db, filter, countUpTo)
  const known = marketTotal(filter)
  const total = known ?? sql`${hits}::bigint`
  if (hits === 0 && !known) return listPage(db, { ...spec, where: [sql`false`], parts: [], total }, page)
  if (hits >= all * walkFromShare) return listPage(db, { ...spec, total }, page)
  const matched = sql`matched as materialized (select m.id, ${key?.column ?? sql`m.id`} as sort_key from markets m where ${allOf(where)})`
  return listPage(
    db,
    {
      ...spec,
      before: matched,
      from: sql`matched`,
      where: [],
      id: sql`matched.id`,
      ...(key ? { key: { ...key, column: sql`matched.sort_key` } } : {}),
      parts: [],
      recordId: sql`m.id`,
      total,
    },
    page,
  )
}

/**
 * Whether the filter may leave few of all markets or none. The planner cannot know: it walked a million markets in
 * search of a tag that none has.
 */
const isNarrow = ({
  websearch,
  category,
  tags = [],
  minVolume,
  state,
  endsFromMs,
  endsToMs,
}: MarketFilter): boolean =>
  websearch !== undefined ||
  category !== undefined ||
  tags.length > 0 ||
  [minVolume, state, endsFromMs, endsToMs].some((each) => each !== undefined)

/** Open and closed differ by the served block's time alone. */
function stateConditions(state: MarketState): Fragment[] {
  const servedMs = sql`(select timestamp_ms from checkpoint)`
  if (state === 'resolved') return [sql`m.resolved`]
  if (state === 'open') return [sql`m.state = 'open'`, sql`m.ends_at_ms > ${servedMs}`]
  if (state === 'closed')
    return [
      sql`(m.state = 'closed' or m.state = 'open')`,
      sql`(m.state = 'closed' or m.ends_at_ms <= ${servedMs})`,
    ]
  return [sql`m.state = ${state}`]
}

export function marketConditions(filter: MarketFilter): Fragment[] {
  const { websearch, category, tags = [], status, creator, minVolume, state, endsFromMs, endsToMs } = filter
  // Says nothing, and leads into the indexes, which all begin with it.
  const anyStatus =
    category === undefined && minVolume === undefined && endsFromMs === undefined && endsToMs === undefined
      ? []
      : [sql`m.resolved in (false, true)`]
  return [
    ...(status === 'all' ? anyStatus : [sql`m.resolved = ${status === 'resolved'}`]),
    ...(websearch === undefined ? [] : [sql`m.tsv @@ websearch_to_tsquery('english', ${websearch})`]),
    ...(category === undefined ? [] : [sql`m.category = ${category}`]),
    ...(tags.length === 0 ? [] : [sql`m.tags @> ${tags}::text[]`]),
    ...(creator === undefined ? [] : [sql`m.creator = ${creator}`]),
    ...(minVolume === undefined ? [] : [sql`m.volume >= ${minVolume}::numeric`]),
    ...(state === undefined ? [] : stateConditions(state)),
    ...(endsFromMs === undefined ? [] : [sql`m.ends_at_ms >= ${endsFromMs}::bigint`]),
    ...(endsToMs === undefined ? [] : [sql`m.ends_at_ms < ${endsToMs}::bigint`]),
  ]
}

/** A counter where the indexer keeps one: status alone or with one of category, one tag, creator. */
function marketTotal({
  websearch,
  category,
  tags = [],
  status,
  creator,
  minVolume,
  state,
  endsFromMs,
  endsToMs,
}: MarketFilter): Fragment | null {
  if ([state, endsFromMs, endsToMs].some((each) => each !== undefined)) return null
  if (websearch !== undefined || (minVolume !== undefined && minVolume > 0n)) return null
  const statuses = status === 'all' ? ['open', 'resolved'] : [status]
  const narrowed = [
    ...(category === undefined ? [] : [{ scope: 'markets_by_category', key: category }]),
    ...tags.map((tag) => ({ scope: 'markets_by_tag', key: tag })),
    ...(creator === undefined ? [] : [{ scope: 'markets_by_creator', key: creator }]),
  ]
  const [only, ...others] = narrowed
  if (others.length > 0) return null
  if (!only) return counted('markets', statuses)
  return counted(
    only.scope,
    statuses.map((each) => `${each}|${only.key}`),
  )
}

async function countHits(
  db: Reader,
  filter: MarketFilter,
  countUpTo: number | undefined,
): Promise<{ hits: number; all: number }> {
  const all = sql`coalesce(${counted('markets', ['open', 'resolved'])}, 0)::bigint`
  // However few are asked for, it must be known how they are best found.
  const bound =
    countUpTo === undefined
      ? sql``
      : sql`limit (select greatest(${countUpTo}::bigint, ceil(${all} * ${walkFromShare}::numeric)))`
  const statement = sql`select ${hitsOf(filter, bound)} as hits, ${all} as all_markets`
  const [row] = await db.query<{ hits: number; all_markets: number }>({
    ...toStatement('count-market-hits', statement),
    isPlannedAnew: filter.websearch !== undefined,
  })
  return { hits: row?.hits ?? 0, all: row?.all_markets ?? 0 }
}

/** What only excludes is counted by what it takes away from a counter: the rest may be a million rows. */
function hitsOf(filter: MarketFilter, bound: Fragment): Fragment {
  const count = (of: MarketFilter, upTo: Fragment): Fragment =>
    sql`(select count(*) from (select 1 from markets m where ${allOf(marketConditions(of))} ${upTo}) matches)`
  const { websearch = '', ...rest } = filter
  const known = marketTotal(filter)
  if (known) return sql`coalesce(${known}, 0)::bigint`
  const excluded = excludedBy(websearch)
  const from = marketTotal(rest)
  if (excluded === null || from === null) return count(filter, bound)
  return sql`
    case when numnode(websearch_to_tsquery('english', ${websearch})) = 0 then 0
    else coalesce(${from}, 0) - ${count({ ...rest, websearch: excluded }, sql``)} end::bigint`
}

import { excludedBy, type MarketState } from '../../domain/index.ts'
import type { Lister } from '../database.ts'
import { counted } from './counted.ts'
import { allOf, type Fragment, sql } from './fragment.ts'
import {
  type ListPage,
  type ListRows,
  type ListSpec,
  listPage,
  type PageRequest,
  type SortKey,
} from './list-page.ts'
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

const allMarkets = sql`coalesce(${counted('markets', ['open', 'resolved'])}, 0)::bigint`

/** Below this share of all markets matches are collected and sorted; above it the sort's index is walked instead. */
const walkFromShare = 0.005

export async function listMarkets(
  db: Lister,
  filter: MarketFilter,
  { sort, order, fields, countUpTo }: MarketOrder,
  page: PageRequest,
): Promise<ListPage> {
  const key = keys[sort]
  const markets = { from: sql`markets m`, id: sql`m.id`, ...(key ? { key } : {}) }
  const divided = filter.status === 'all' && key ? [sql`m.resolved = false`, sql`m.resolved = true`] : []
  const listed = await listPage(
    db,
    {
      label: 'list-markets',
      ...(isNarrow(filter) ? narrowRows(filter, markets, divided) : wideRows(filter, markets, divided)),
      order,
      recordFrom: sql`markets m`,
      record: marketRecord(fields),
      recordId: sql`m.id`,
      total: hitsOf(filter, countUpTo),
      // Of a page far down a kept plan walks too far: 600 ms instead of 60.
      isPlannedAnew: filter.websearch !== undefined || (page.offset > 0n && isNarrow(filter)),
    },
    page,
  )
  return { ...listed, total: Math.min(listed.total, countUpTo ?? listed.total) }
}

type Markets = Omit<ListRows, 'where'>
type Found = ListRows & Pick<ListSpec, 'parts' | 'otherwise' | 'before'>

function wideRows(filter: MarketFilter, markets: Markets, divided: readonly Fragment[]): Found {
  const where = marketConditions(filter)
  const parts = divided.map((part) => ({ ...markets, where: [part, ...where] }))
  return { ...markets, where, parts }
}

/** How many match decides how they are found: one of the two ways has no rows, and ends before it has looked at any. */
function narrowRows(filter: MarketFilter, markets: Markets, divided: readonly Fragment[]): Found {
  const where = marketConditions(filter)
  const isMost = sql`n >= ${allMarkets} * ${walkFromShare}::numeric`
  const isWalked = sql`(select n > 0 and ${isMost} from total)`
  const isCollected = sql`(select n > 0 and not ${isMost} from total)`
  const collected = {
    from: sql`matched`,
    where: [isCollected],
    id: sql`matched.id`,
    ...(markets.key ? { key: { ...markets.key, column: sql`matched.sort_key` } } : {}),
  }
  const walked = (divided.length === 0 ? [sql`true`] : divided).map((part) => ({
    ...markets,
    where: [isWalked, part, ...where],
  }))
  return {
    ...markets,
    where,
    before: sql`matched as materialized (select m.id, ${markets.key?.column ?? sql`m.id`} as sort_key from markets m where ${allOf(where)})`,
    parts: walked,
    otherwise: collected,
  }
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

/** However few are asked for, it must be known how they are best found. */
const atLeast = (countUpTo: number): Fragment =>
  sql`limit (select greatest(${countUpTo}::bigint, ceil(${allMarkets} * ${walkFromShare}::numeric)))`

/**
 * A counter where there is one. What only excludes is counted by what it takes away from a counter: the rest may be a
 * million rows.
 */
function hitsOf(filter: MarketFilter, countUpTo: number | undefined): Fragment {
  const count = (of: MarketFilter, upTo: Fragment): Fragment =>
    sql`(select count(*) from (select 1 from markets m where ${allOf(marketConditions(of))} ${upTo}) matches)`
  const { websearch = '', ...rest } = filter
  const known = marketTotal(filter)
  if (known) return known
  const excluded = excludedBy(websearch)
  const from = marketTotal(rest)
  if (excluded === null || from === null)
    return count(filter, countUpTo === undefined ? sql`` : atLeast(countUpTo))
  return sql`
    case when numnode(websearch_to_tsquery('english', ${websearch})) = 0 then 0
    else coalesce(${from}, 0) - ${count({ ...rest, websearch: excluded }, sql``)} end`
}

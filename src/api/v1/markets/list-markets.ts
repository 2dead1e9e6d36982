import { type MarketState, parseAmount, toWebsearch } from '../../../domain/index.ts'
import {
  getMarketFacets,
  listMarkets as list,
  type MarketField,
  type MarketFilter,
  marketFieldNames,
} from '../../../store/index.ts'
import { operations, PAGE_SIZE } from '../../../wire/index.ts'
import { invalid } from '../../errors/invalid.ts'
import { readTime } from '../../input/read-time.ts'
import type { ApiParts } from '../../parts.ts'
import { answerList } from '../../reads/list-answer.ts'
import { readList } from '../../reads/read.ts'
import { rowWallet } from '../../reads/wallet.ts'
import { defineRoute } from '../../route.ts'

/** As many as a proposal can have. */
const tagsMax = 10
const tagLengthMax = 40

export const listMarkets = defineRoute(
  operations.listMarkets,
  readList(async ({ query, path }, parts) => {
    const { sort = 'created-at', facets = false } = query
    const { order = sort === 'ends-at' ? 'asc' : 'desc' } = query
    const filter = toFilter(query, parts)
    const fields = toFields(query.fields)
    return answerList(
      {
        name: 'markets',
        path,
        query,
        limitDefault: PAGE_SIZE,
        filters: {
          websearch: filter.websearch,
          category: filter.category,
          tags: filter.tags?.join(','),
          status: filter.status,
          state: filter.state,
          endsFromMs: filter.endsFromMs,
          endsToMs: filter.endsToMs,
          creator: filter.creator,
          minVolume: filter.minVolume === undefined ? undefined : String(filter.minVolume),
        },
        sort,
        order,
        list: (page) => list(parts.database, filter, { sort, order, ...(fields ? { fields } : {}) }, page),
        more: async () => ({ facets: facets ? await getMarketFacets(parts.database, filter) : null }),
      },
      parts,
    )
  }),
)

interface MarketQuery {
  readonly q?: string
  readonly category?: string
  readonly tags?: string
  readonly status?: MarketFilter['status']
  readonly state?: MarketState
  readonly endsAfter?: string
  readonly endsBefore?: string
  readonly creator?: string
  readonly minVolume?: string
}

function toFilter(query: MarketQuery, parts: ApiParts): MarketFilter {
  const { q, category, tags, state, endsAfter, endsBefore, creator, minVolume } = query
  const { status = state === undefined ? 'open' : 'all' } = query
  return {
    status,
    ...(q === undefined ? {} : { websearch: toWebsearch(q) }),
    ...(category === undefined ? {} : { category }),
    ...(tags === undefined ? {} : { tags: toTags(tags) }),
    ...(state === undefined ? {} : { state }),
    ...(endsAfter === undefined ? {} : { endsFromMs: readTime('endsAfter', endsAfter) }),
    ...(endsBefore === undefined ? {} : { endsToMs: readTime('endsBefore', endsBefore) }),
    ...(creator === undefined ? {} : { creator: rowWallet(creator, parts) }),
    ...(minVolume === undefined ? {} : { minVolume: toVolume(minVolume) }),
  }
}

function toVolume(text: string): bigint {
  const volume = parseAmount(text)
  if (volume === null) throw invalid('minVolume', text, 'minVolume must be digits of at most 2^256-1')
  return volume
}

function toTags(text: string): readonly string[] {
  const tags = [...new Set(text.split(','))].sort()
  const wrong = tags.some((tag) => tag === '' || [...tag].length > tagLengthMax)
  if (wrong || tags.length > tagsMax)
    throw invalid(
      'tags',
      text,
      `tags must be 1 to ${tagsMax} words of 1 to ${tagLengthMax} characters, comma-separated`,
    )
  return tags
}

function toFields(text: string | undefined): readonly MarketField[] | null {
  if (text === undefined) return null
  const asked = new Set(text.split(','))
  const known = marketFieldNames.filter((name) => asked.has(name))
  if (known.length !== asked.size)
    throw invalid('fields', text, `fields must be among ${marketFieldNames.join(', ')}`)
  return known
}

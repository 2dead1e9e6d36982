import { Type } from 'typebox'
import { parseAmount, toWebsearch } from '../../../domain/index.ts'
import {
  getMarketFacets,
  listMarkets as list,
  type MarketField,
  type MarketFilter,
  marketFieldNames,
  marketSorts,
} from '../../../store/index.ts'
import { invalid } from '../../errors/invalid.ts'
import type { ApiParts } from '../../parts.ts'
import { answerList } from '../../reads/list-answer.ts'
import { readAlsoAnswers, readHeaders, readList } from '../../reads/read.ts'
import { rowWallet } from '../../reads/wallet.ts'
import { defineRoute } from '../../route.ts'
import { Address, Amount, Nullable, Strict } from '../../schemas/fields.ts'
import { Category, Choice, SearchText } from '../../schemas/filters.ts'
import { MarketFacets, PartialMarket } from '../../schemas/market.ts'
import { Pagination, pageQuery } from '../../schemas/pagination.ts'

const limitDefault = 50
/** As many as a proposal can have. */
const tagsMax = 10
const tagLengthMax = 40

export const listMarkets = defineRoute({
  method: 'GET',
  path: '/v1/markets',
  tag: 'markets',
  summary: 'Markets, legs of events among them',
  access: 'public',
  query: Strict(
    {
      q: Type.Optional(SearchText),
      category: Category,
      tags: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 420,
          description: 'comma-separated; a market must have all of them',
        }),
      ),
      status: Choice(['open', 'resolved', 'all'], 'open', 'open: not resolved yet'),
      creator: Type.Optional(Address('only by this wallet')),
      minVolume: Type.Optional(Amount('at least this volume')),
      sort: Choice(marketSorts, 'created-at', 'sort key'),
      order: Choice(['asc', 'desc'], 'desc', 'direction'),
      facets: Type.Optional(
        Type.Boolean({ default: false, description: 'also count categories, tags and states' }),
      ),
      fields: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 500,
          description: 'comma-separated fields of Market to answer with',
        }),
      ),
      ...pageQuery(limitDefault),
    },
    'filters, sort and page',
  ),
  success: {
    status: 200,
    description: 'a page of markets',
    schema: Strict(
      { markets: Type.Array(PartialMarket), pagination: Pagination, facets: Nullable(MarketFacets) },
      'a page of markets; facets is null unless asked for',
    ),
  },
  alsoAnswers: readAlsoAnswers,
  errors: ['UPSTREAM_TIMEOUT'],
  headers: readHeaders,
  handler: readList(async ({ query, path }, parts) => {
    const { sort = 'created-at', order = 'desc', facets = false } = query
    const filter = toFilter(query, parts)
    const fields = toFields(query.fields)
    return answerList(
      {
        name: 'markets',
        path,
        query,
        limitDefault,
        filters: {
          websearch: filter.websearch,
          category: filter.category,
          tags: filter.tags?.join(','),
          status: filter.status,
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
})

interface MarketQuery {
  readonly q?: string
  readonly category?: string
  readonly tags?: string
  readonly status?: MarketFilter['status']
  readonly creator?: string
  readonly minVolume?: string
}

function toFilter(query: MarketQuery, parts: ApiParts): MarketFilter {
  const { q, category, tags, status = 'open', creator, minVolume } = query
  return {
    status,
    ...(q === undefined ? {} : { websearch: toWebsearch(q) }),
    ...(category === undefined ? {} : { category }),
    ...(tags === undefined ? {} : { tags: toTags(tags) }),
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

import { Type } from 'typebox'
import { positiveWordsOf, toWebsearch } from '../../../domain/index.ts'
import { searchMarkets, searchMarketsFuzzily } from '../../../store/index.ts'
import { invalid } from '../../errors/invalid.ts'
import { read, readAlsoAnswers, readHeaders } from '../../reads/read.ts'
import { defineRoute } from '../../route.ts'
import { Named, Strict, Word } from '../../schemas/fields.ts'
import { SearchText } from '../../schemas/filters.ts'
import { Market } from '../../schemas/market.ts'

const limitDefault = 20

const SearchResult = Named(
  'SearchResult',
  {
    type: Word(['market'], 'resource type'),
    score: Type.Number({ description: 'higher is better' }),
    data: Market,
  },
  'a hit',
)

export const search = defineRoute({
  method: 'GET',
  path: '/v1/search',
  tag: 'search',
  summary: 'Search markets',
  description:
    'Question first, then category and tags, then rules and sources. When nothing matches and fuzzy is true, misspelt words are matched by similarity.',
  access: 'public',
  query: Strict(
    {
      q: SearchText,
      types: Type.Optional(
        Type.String({ maxLength: 200, description: 'comma-separated resource types; allowed: market' }),
      ),
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 50, default: limitDefault, description: 'how many' }),
      ),
      fuzzy: Type.Optional(
        Type.Boolean({ default: true, description: 'tolerate typos when nothing matches' }),
      ),
    },
    'the search',
  ),
  success: {
    status: 200,
    description: 'the best hits',
    schema: Strict(
      {
        results: Type.Array(SearchResult),
        facets: Strict(
          { types: Type.Record(Type.String(), Type.Integer({ minimum: 0 })) },
          'how many hits each type has in all',
        ),
        fuzzyFallbackUsed: Type.Boolean({
          description: 'the strict search found nothing and typos were tolerated',
        }),
      },
      'hits, best first',
    ),
  },
  alsoAnswers: readAlsoAnswers,
  errors: ['UPSTREAM_TIMEOUT'],
  headers: readHeaders,
  handler: read(async ({ query }, { database }) => {
    const { q, types, limit = limitDefault, fuzzy = true } = query
    if (types?.split(',').some((type) => type !== 'market'))
      throw invalid('types', types, 'types must be a comma-separated list of: market')
    const strict = await searchMarkets(database.search, toWebsearch(q), limit)
    const useFuzzy = strict.hits === 0 && fuzzy
    const found = useFuzzy
      ? await searchMarketsFuzzily(database.search, q, positiveWordsOf(q), limit)
      : strict
    const facets = JSON.stringify({ types: { market: found.hits } })
    return {
      view: found.view,
      text: `{"results":${found.results},"facets":${facets},"fuzzyFallbackUsed":${useFuzzy}}`,
    }
  }),
})

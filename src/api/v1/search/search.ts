import { positiveWordsOf, toWebsearch } from '../../../domain/index.ts'
import { searchMarkets, searchMarketsFuzzily } from '../../../store/index.ts'
import { operations } from '../../../wire/index.ts'
import { invalid } from '../../errors/invalid.ts'
import { readSearch } from '../../reads/read.ts'
import { defineRoute } from '../../route.ts'

export const search = defineRoute(
  operations.search,
  readSearch(async ({ query }, { database }) => {
    const { q, types, limit, fuzzy } = query
    if (types?.split(',').some((type) => type !== 'market'))
      throw invalid('types', types, 'types must be a comma-separated list of: market')
    const { found, useFuzzy } = await database.search.together(async (reader) => {
      const strict = await searchMarkets(reader, toWebsearch(q), limit)
      const useFuzzy = strict.hits === 0 && fuzzy
      const words = positiveWordsOf(q)
      return { found: useFuzzy ? await searchMarketsFuzzily(reader, q, words, limit) : strict, useFuzzy }
    })
    const facets = JSON.stringify({ types: { market: found.hits } })
    return {
      view: found.view,
      text: `{"results":${found.results},"facets":${facets},"fuzzyFallbackUsed":${useFuzzy}}`,
    }
  }),
)

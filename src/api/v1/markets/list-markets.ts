import { parseAmount, toWebsearch } from '../../../domain/index.ts'
import {
  getMarketFacets,
  type Lister,
  listMarkets as list,
  type MarketField,
  type MarketFilter,
  marketFieldNames,
} from '../../../store/index.ts'
import { operations } from '../../../wire/index.ts'
import { invalid } from '../../errors/invalid.ts'
import { readTime } from '../../input/read-time.ts'
import { answerList } from '../../reads/list-answer.ts'
import { readList } from '../../reads/read.ts'
import { rowWallet } from '../../reads/wallet.ts'
import { defineRoute } from '../../route.ts'

/** As many as a proposal can have. */
const tagsMax = 10
const tagLengthMax = 40

export const listMarkets = defineRoute(
  operations.listMarkets,
  readList((request, parts) => {
    const { q, tags, state, endsAfter, endsBefore, creator, minVolume, ...rest } = request.query
    const { category, status = state === undefined ? 'open' : 'all', sort, facets, countUpTo, page } = rest
    const { order = sort === 'ends-at' ? 'asc' : 'desc' } = rest
    if (countUpTo !== undefined && page !== undefined)
      throw invalid('countUpTo', countUpTo, 'countUpTo and page exclude each other: give one of them')
    const filter: MarketFilter = {
      websearch: q === undefined ? undefined : toWebsearch(q),
      category,
      tags: tags === undefined ? undefined : toTags(tags),
      status,
      state,
      endsFromMs: endsAfter === undefined ? undefined : readTime('endsAfter', endsAfter),
      endsToMs: endsBefore === undefined ? undefined : readTime('endsBefore', endsBefore),
      creator: creator === undefined ? undefined : rowWallet(creator, parts),
      minVolume: minVolume === undefined ? undefined : toVolume(minVolume),
    }
    const fields = toFields(rest.fields)
    const answer = (reader: Lister) =>
      answerList(request, parts, {
        name: 'markets',
        filters: { ...filter, tags: filter.tags?.join(','), minVolume: filter.minVolume?.toString() },
        sort,
        order,
        list: (rows) => list(reader, filter, { sort, order, fields, countUpTo }, rows),
        more: async () => ({ facets: facets ? await getMarketFacets(reader, filter) : null }),
      })
    return facets ? parts.database.together(answer) : answer(parts.database)
  }),
)

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

function toFields(text: string | undefined): readonly MarketField[] | undefined {
  if (text === undefined) return undefined
  const asked = new Set(text.split(','))
  const known = marketFieldNames.filter((name) => asked.has(name))
  if (known.length !== asked.size)
    throw invalid('fields', text, `fields must be among ${marketFieldNames.join(', ')}`)
  return known
}

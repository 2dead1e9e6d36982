import { Type } from 'typebox'
import { toWebsearch } from '../../../domain/index.ts'
import { eventSorts, listEvents as list } from '../../../store/index.ts'
import { answerList } from '../../reads/list-answer.ts'
import { readAlsoAnswers, readHeaders, readList } from '../../reads/read.ts'
import { defineRoute } from '../../route.ts'
import { Strict } from '../../schemas/fields.ts'
import { Category, Choice, SearchText } from '../../schemas/filters.ts'
import { Event } from '../../schemas/market.ts'
import { Pagination, pageQuery } from '../../schemas/pagination.ts'

const limitDefault = 50

export const listEvents = defineRoute({
  method: 'GET',
  path: '/v1/events',
  tag: 'events',
  summary: 'Events: master questions and how their legs trade',
  access: 'public',
  query: Strict(
    {
      category: Category,
      q: Type.Optional(SearchText),
      sort: Choice(eventSorts, 'created-at', 'sort key'),
      order: Choice(['asc', 'desc'], 'desc', 'direction'),
      withLegs: Type.Optional(
        Type.Boolean({ default: false, description: 'also the markets of each event' }),
      ),
      ...pageQuery(limitDefault),
    },
    'filters, sort and page',
  ),
  success: {
    status: 200,
    description: 'a page of events',
    schema: Strict({ events: Type.Array(Event), pagination: Pagination }, 'a page of events'),
  },
  alsoAnswers: readAlsoAnswers,
  errors: ['UPSTREAM_TIMEOUT'],
  headers: readHeaders,
  handler: readList(async ({ query, path }, parts) => {
    const { category, q, sort = 'created-at', order = 'desc', withLegs = false } = query
    const websearch = q === undefined ? undefined : toWebsearch(q)
    const filter = {
      sort,
      order,
      withLegs,
      ...(websearch === undefined ? {} : { websearch }),
      ...(category === undefined ? {} : { category }),
    }
    return answerList(
      {
        name: 'events',
        path,
        query,
        limitDefault,
        filters: { category, websearch },
        sort,
        order,
        list: (page) => list(parts.database, filter, page),
      },
      parts,
    )
  }),
})

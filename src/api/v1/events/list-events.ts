import { toWebsearch } from '../../../domain/index.ts'
import { listEvents as list } from '../../../store/index.ts'
import { operations } from '../../../wire/index.ts'
import { answerList } from '../../reads/list-answer.ts'
import { readList } from '../../reads/read.ts'
import { defineRoute } from '../../route.ts'

export const listEvents = defineRoute(
  operations.listEvents,
  readList((request, parts) => {
    const { category, q, sort, order, withLegs } = request.query
    const websearch = q === undefined ? undefined : toWebsearch(q)
    return answerList(request, parts, {
      name: 'events',
      filters: { category, websearch },
      sort,
      order,
      list: (page) => list(parts.database, { websearch, category, sort, order, withLegs }, page),
    })
  }),
)

import { toWebsearch } from '../../../domain/index.ts'
import { listEvents as list } from '../../../store/index.ts'
import { operations, PAGE_SIZE } from '../../../wire/index.ts'
import { answerList } from '../../reads/list-answer.ts'
import { readList } from '../../reads/read.ts'
import { defineRoute } from '../../route.ts'

export const listEvents = defineRoute(
  operations.listEvents,
  readList(async ({ query, path }, parts) => {
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
        limitDefault: PAGE_SIZE,
        filters: { category, websearch },
        sort,
        order,
        list: (page) => list(parts.database, filter, page),
      },
      parts,
    )
  }),
)

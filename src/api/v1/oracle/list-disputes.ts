import { listDisputes as list } from '../../../store/index.ts'
import { operations } from '../../../wire/index.ts'
import { answerList } from '../../reads/list-answer.ts'
import { readList } from '../../reads/read.ts'
import { defineRoute } from '../../route.ts'

export const listDisputes = defineRoute(
  operations.listDisputes,
  readList((request, parts) => {
    const { state } = request.query
    return answerList(request, parts, {
      name: 'disputes',
      filters: { state },
      list: (page) => list(parts.database, state, page),
    })
  }),
)

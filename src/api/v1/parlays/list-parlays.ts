import { listParlays as list } from '../../../store/index.ts'
import { operations } from '../../../wire/index.ts'
import { answerList } from '../../reads/list-answer.ts'
import { readList } from '../../reads/read.ts'
import { defineRoute } from '../../route.ts'

export const listParlays = defineRoute(
  operations.listParlays,
  readList((request, parts) => {
    const { status } = request.query
    return answerList(request, parts, {
      name: 'parlays',
      filters: { status },
      list: (page) => list(parts.database, { status }, page),
    })
  }),
)

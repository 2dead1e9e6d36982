import { listParlays as list } from '../../../store/index.ts'
import { operations, PAGE_SIZE } from '../../../wire/index.ts'
import { answerList } from '../../reads/list-answer.ts'
import { readList } from '../../reads/read.ts'
import { defineRoute } from '../../route.ts'

export const listParlays = defineRoute(
  operations.listParlays,
  readList(async ({ query, path }, parts) => {
    const { status = 'open' } = query
    return answerList(
      {
        name: 'parlays',
        path,
        query,
        limitDefault: PAGE_SIZE,
        filters: { status },
        list: (page) => list(parts.database, { status }, page),
      },
      parts,
    )
  }),
)

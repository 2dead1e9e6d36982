import { Type } from 'typebox'
import { listParlays as list } from '../../../store/index.ts'
import { answerList } from '../../reads/list-answer.ts'
import { readAlsoAnswers, readHeaders, readList } from '../../reads/read.ts'
import { defineRoute } from '../../route.ts'
import { Strict } from '../../schemas/fields.ts'
import { Pagination, pageQuery } from '../../schemas/pagination.ts'
import { Parlay, ParlayStatus } from '../../schemas/parlay.ts'

const limitDefault = 50

export const listParlays = defineRoute({
  method: 'GET',
  path: '/v1/parlays',
  tag: 'parlays',
  summary: 'Parlay offers, newest first',
  access: 'public',
  query: Strict(
    { status: Type.Optional(ParlayStatus('open')), ...pageQuery(limitDefault) },
    'filter and page',
  ),
  success: {
    status: 200,
    description: 'a page of parlays',
    schema: Strict({ parlays: Type.Array(Parlay), pagination: Pagination }, 'a page of parlays'),
  },
  alsoAnswers: readAlsoAnswers,
  errors: ['UPSTREAM_TIMEOUT'],
  headers: readHeaders,
  handler: readList(async ({ query, path }, parts) => {
    const { status = 'open' } = query
    return answerList(
      {
        name: 'parlays',
        path,
        query,
        limitDefault,
        filters: { status },
        list: (page) => list(parts.database, { status }, page),
      },
      parts,
    )
  }),
})

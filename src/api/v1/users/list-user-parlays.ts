import { Type } from 'typebox'
import { listParlays } from '../../../store/index.ts'
import { answerList } from '../../reads/list-answer.ts'
import { readAlsoAnswers, readHeaders, readList } from '../../reads/read.ts'
import { rowWallet } from '../../reads/wallet.ts'
import { defineRoute } from '../../route.ts'
import { Address, Strict } from '../../schemas/fields.ts'
import { Pagination, pageQuery } from '../../schemas/pagination.ts'
import { Parlay, ParlayStatus } from '../../schemas/parlay.ts'

const limitDefault = 50

export const listUserParlays = defineRoute({
  method: 'GET',
  path: '/v1/users/{address}/parlays',
  tag: 'users',
  summary: 'Parlays a wallet offered or took, newest first',
  access: 'public',
  params: Type.Object({ address: Address('the wallet') }),
  query: Strict(
    { status: Type.Optional(ParlayStatus('all')), ...pageQuery(limitDefault) },
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
  handler: readList(async ({ params, query, path }, parts) => {
    const { status = 'all' } = query
    const user = rowWallet(params.address, parts)
    return answerList(
      {
        name: 'parlays',
        path,
        query,
        limitDefault,
        filters: { status },
        list: (page) => listParlays(parts.database, { status, user }, page),
      },
      parts,
    )
  }),
})

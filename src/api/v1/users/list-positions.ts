import { Type } from 'typebox'
import { listPositionsByUser } from '../../../store/index.ts'
import { answerList } from '../../reads/list-answer.ts'
import { readAlsoAnswers, readHeaders, readList } from '../../reads/read.ts'
import { rowWallet } from '../../reads/wallet.ts'
import { defineRoute } from '../../route.ts'
import { Address, INTEGER_MAX, Strict } from '../../schemas/fields.ts'
import { Position } from '../../schemas/order.ts'
import { Pagination, pageQuery } from '../../schemas/pagination.ts'

const limitDefault = 100

export const listPositions = defineRoute({
  method: 'GET',
  path: '/v1/users/{address}/positions',
  tag: 'users',
  summary: 'What a wallet holds, newest first',
  access: 'public',
  params: Type.Object({ address: Address('the wallet') }),
  query: Strict(
    {
      marketId: Type.Optional(
        Type.Integer({ maximum: INTEGER_MAX, description: 'only positions in this market' }),
      ),
      settled: Type.Optional(Type.Boolean({ description: 'only settled ones, or only unsettled ones' })),
      ...pageQuery(limitDefault),
    },
    'filters and page',
  ),
  success: {
    status: 200,
    description: 'a page of positions',
    schema: Strict({ positions: Type.Array(Position), pagination: Pagination }, 'a page of positions'),
  },
  alsoAnswers: readAlsoAnswers,
  errors: ['UPSTREAM_TIMEOUT'],
  headers: readHeaders,
  handler: readList(async ({ params, query, path }, parts) => {
    const { marketId, settled } = query
    const filter = {
      user: rowWallet(params.address, parts),
      ...(marketId === undefined ? {} : { marketId }),
      ...(settled === undefined ? {} : { settled }),
    }
    return answerList(
      {
        name: 'positions',
        path,
        query,
        limitDefault,
        filters: { marketId, settled },
        list: (page) => listPositionsByUser(parts.database, filter, page),
      },
      parts,
    )
  }),
})

import { Type } from 'typebox'
import { listTradesByUser } from '../../../store/index.ts'
import { answerList } from '../../reads/list-answer.ts'
import { readAlsoAnswers, readHeaders, readList } from '../../reads/read.ts'
import { rowWallet } from '../../reads/wallet.ts'
import { defineRoute } from '../../route.ts'
import { Address, Strict } from '../../schemas/fields.ts'
import { Pagination, pageQuery } from '../../schemas/pagination.ts'
import { Trade } from '../../schemas/trade.ts'

const limitDefault = 50

export const listUserTrades = defineRoute({
  method: 'GET',
  path: '/v1/users/{address}/trades',
  tag: 'users',
  summary: 'A wallet’s trades as maker or taker, newest first',
  access: 'public',
  params: Type.Object({ address: Address('the wallet') }),
  query: Strict(pageQuery(limitDefault), 'page of the list'),
  success: {
    status: 200,
    description: 'a page of trades',
    schema: Strict({ trades: Type.Array(Trade), pagination: Pagination }, 'a page of trades'),
  },
  alsoAnswers: readAlsoAnswers,
  errors: ['UPSTREAM_TIMEOUT'],
  headers: readHeaders,
  handler: readList(async ({ params, query, path }, parts) => {
    const user = rowWallet(params.address, parts)
    return answerList(
      {
        name: 'trades',
        path,
        query,
        limitDefault,
        list: (page) => listTradesByUser(parts.database, user, page),
      },
      parts,
    )
  }),
})

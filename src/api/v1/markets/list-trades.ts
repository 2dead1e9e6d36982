import { Type } from 'typebox'
import { refuse } from '../../../domain/index.ts'
import { listTradesByMarket, type PageRequest } from '../../../store/index.ts'
import { answerList } from '../../reads/list-answer.ts'
import { readAlsoAnswers, readHeaders, readList } from '../../reads/read.ts'
import { rowMarket } from '../../reads/wallet.ts'
import { defineRoute } from '../../route.ts'
import { Address, Strict } from '../../schemas/fields.ts'
import { Pagination, pageQuery } from '../../schemas/pagination.ts'
import { Trade } from '../../schemas/trade.ts'

const limitDefault = 50

export const listTrades = defineRoute({
  method: 'GET',
  path: '/v1/markets/{address}/trades',
  tag: 'markets',
  summary: 'A market’s trades, newest first',
  access: 'public',
  params: Type.Object({ address: Address('the market’s contract') }),
  query: Strict(pageQuery(limitDefault), 'page of the list'),
  success: {
    status: 200,
    description: 'a page of trades',
    schema: Strict({ trades: Type.Array(Trade), pagination: Pagination }, 'a page of trades'),
  },
  alsoAnswers: readAlsoAnswers,
  errors: ['NOT_FOUND', 'UPSTREAM_TIMEOUT'],
  headers: readHeaders,
  handler: readList(({ params, query, path }, parts) => {
    const list = async (page: PageRequest) => {
      const found = await listTradesByMarket(parts.database, rowMarket(params.address, parts), page)
      if (found === null) throw refuse('NOT_FOUND', { marketAddress: params.address })
      return found
    }
    return answerList({ name: 'trades', path, query, limitDefault, list }, parts)
  }),
})

import { Type } from 'typebox'
import { findMarketId, listOrdersByTrader } from '../../../store/index.ts'
import { answerList } from '../../reads/list-answer.ts'
import { readAlsoAnswers, readHeaders, readList } from '../../reads/read.ts'
import { rowMarket, rowWallet } from '../../reads/wallet.ts'
import { defineRoute } from '../../route.ts'
import { Address, Strict } from '../../schemas/fields.ts'
import { Order } from '../../schemas/order.ts'
import { Pagination, pageQuery } from '../../schemas/pagination.ts'

const limitDefault = 100
/** No market has this id: an unknown market's list is empty. */
const noMarket = 0

export const listOrders = defineRoute({
  method: 'GET',
  path: '/v1/users/{address}/orders',
  tag: 'users',
  summary: 'A wallet’s orders, newest first',
  access: 'public',
  params: Type.Object({ address: Address('the wallet') }),
  query: Strict(
    {
      marketAddress: Type.Optional(Address('only orders on this market')),
      status: Type.Optional(
        Type.Enum(['open', 'filled', 'cancelled', 'all'], {
          type: 'string',
          default: 'open',
          description: 'which of them',
        }),
      ),
      ...pageQuery(limitDefault),
    },
    'filters and page',
  ),
  success: {
    status: 200,
    description: 'a page of orders',
    schema: Strict({ orders: Type.Array(Order), pagination: Pagination }, 'a page of orders'),
  },
  alsoAnswers: readAlsoAnswers,
  errors: ['UPSTREAM_TIMEOUT'],
  headers: readHeaders,
  handler: readList(async ({ params, query, path }, parts) => {
    const { marketAddress, status = 'open' } = query
    const { database } = parts
    const filter = {
      trader: rowWallet(params.address, parts),
      status,
      ...(marketAddress === undefined
        ? {}
        : { marketId: (await findMarketId(database.points, rowMarket(marketAddress, parts))) ?? noMarket }),
    }
    return answerList(
      {
        name: 'orders',
        path,
        query,
        limitDefault,
        filters: { marketAddress, status },
        list: (page) => listOrdersByTrader(database, filter, page),
      },
      parts,
    )
  }),
})

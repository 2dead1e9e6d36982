import { listOrdersByTrader } from '../../../store/index.ts'
import { operations } from '../../../wire/index.ts'
import { answerList } from '../../reads/list-answer.ts'
import { filteredMarket } from '../../reads/market-filter.ts'
import { readList } from '../../reads/read.ts'
import { rowWallet } from '../../reads/wallet.ts'
import { defineRoute } from '../../route.ts'

export const listOrders = defineRoute(
  operations.listOrders,
  readList(async (request, parts) => {
    const { status } = request.query
    const trader = rowWallet(request.params.address, parts)
    const marketId = await filteredMarket(request.query, parts)
    return answerList(request, parts, {
      name: 'orders',
      filters: { marketId, status },
      list: (page) => listOrdersByTrader(parts.database, { trader, status, marketId }, page),
    })
  }),
)

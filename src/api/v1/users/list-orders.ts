import { findMarketId, listOrdersByTrader } from '../../../store/index.ts'
import { operations } from '../../../wire/index.ts'
import { answerList } from '../../reads/list-answer.ts'
import { readList } from '../../reads/read.ts'
import { rowMarket, rowWallet } from '../../reads/wallet.ts'
import { defineRoute } from '../../route.ts'

/** No market has this id: an unknown market's list is empty. */
const noMarket = 0

export const listOrders = defineRoute(
  operations.listOrders,
  readList(async (request, parts) => {
    const { marketAddress, status } = request.query
    const { database } = parts
    const trader = rowWallet(request.params.address, parts)
    const marketId =
      marketAddress === undefined
        ? undefined
        : ((await findMarketId(database.points, rowMarket(marketAddress, parts))) ?? noMarket)
    return answerList(request, parts, {
      name: 'orders',
      filters: { marketAddress, status },
      list: (page) => listOrdersByTrader(database, { trader, status, marketId }, page),
    })
  }),
)

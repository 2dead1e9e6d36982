import { findMarketId, listOrdersByTrader } from '../../../store/index.ts'
import { operations, WALLET_PAGE_SIZE } from '../../../wire/index.ts'
import { answerList } from '../../reads/list-answer.ts'
import { readList } from '../../reads/read.ts'
import { rowMarket, rowWallet } from '../../reads/wallet.ts'
import { defineRoute } from '../../route.ts'

/** No market has this id: an unknown market's list is empty. */
const noMarket = 0

export const listOrders = defineRoute(
  operations.listOrders,
  readList(async ({ params, query, path }, parts) => {
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
        limitDefault: WALLET_PAGE_SIZE,
        filters: { marketAddress, status },
        list: (page) => listOrdersByTrader(database, filter, page),
      },
      parts,
    )
  }),
)

import { listParlays } from '../../../store/index.ts'
import { operations } from '../../../wire/index.ts'
import { answerList } from '../../reads/list-answer.ts'
import { filteredMarket } from '../../reads/market-filter.ts'
import { readList } from '../../reads/read.ts'
import { rowWallet } from '../../reads/wallet.ts'
import { defineRoute } from '../../route.ts'

export const listUserParlays = defineRoute(
  operations.listUserParlays,
  readList(async (request, parts) => {
    const { status } = request.query
    const marketId = await filteredMarket(request.query, parts)
    const user = rowWallet(request.params.address, parts)
    return answerList(request, parts, {
      name: 'parlays',
      filters: { marketId, status },
      list: (page) => listParlays(parts.database, { status, user, marketId }, page),
    })
  }),
)

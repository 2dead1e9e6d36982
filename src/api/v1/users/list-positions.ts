import { listPositionsByUser } from '../../../store/index.ts'
import { operations } from '../../../wire/index.ts'
import { answerList } from '../../reads/list-answer.ts'
import { filteredMarket } from '../../reads/market-filter.ts'
import { readList } from '../../reads/read.ts'
import { rowWallet } from '../../reads/wallet.ts'
import { defineRoute } from '../../route.ts'

export const listPositions = defineRoute(
  operations.listPositions,
  readList(async (request, parts) => {
    const { settled } = request.query
    const marketId = await filteredMarket(request.query, parts)
    const user = rowWallet(request.params.address, parts)
    return answerList(request, parts, {
      name: 'positions',
      filters: { marketId, settled },
      list: (page) => listPositionsByUser(parts.database, { user, marketId, settled }, page),
    })
  }),
)

import { listActivity as list } from '../../../store/index.ts'
import { operations } from '../../../wire/index.ts'
import { orCsv } from '../../reads/csv.ts'
import { answerList } from '../../reads/list-answer.ts'
import { filteredMarket } from '../../reads/market-filter.ts'
import { readList } from '../../reads/read.ts'
import { rowWallet } from '../../reads/wallet.ts'
import { defineRoute } from '../../route.ts'

export const listActivity = defineRoute(
  operations.listActivity,
  orCsv(
    'activity',
    Object.keys(operations.listActivity.answer.properties.activity.items.properties),
    readList(async (request, parts) => {
      const { type } = request.query
      const wallet = rowWallet(request.params.address, parts)
      const marketId = await filteredMarket(request.query, parts)
      return answerList(request, parts, {
        name: 'activity',
        filters: { marketId, type },
        list: (page) => list(parts.database, { wallet, type, marketId }, page),
      })
    }),
  ),
)

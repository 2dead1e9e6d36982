import { missing } from '../../../domain/index.ts'
import { listTradesByMarket, type PageRequest } from '../../../store/index.ts'
import { operations } from '../../../wire/index.ts'
import { answerList } from '../../reads/list-answer.ts'
import { readList } from '../../reads/read.ts'
import { rowMarket } from '../../reads/wallet.ts'
import { defineRoute } from '../../route.ts'

export const listTrades = defineRoute(
  operations.listTrades,
  readList((request, parts) => {
    const { address } = request.params
    const list = async (page: PageRequest) => {
      const found = await listTradesByMarket(parts.database, rowMarket(address, parts), page)
      if (found === null) throw missing('marketAddress', address)
      return found
    }
    return answerList(request, parts, { name: 'trades', list })
  }),
)

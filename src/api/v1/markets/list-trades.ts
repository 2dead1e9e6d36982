import { refuse } from '../../../domain/index.ts'
import { listTradesByMarket, type PageRequest } from '../../../store/index.ts'
import { operations, PAGE_SIZE } from '../../../wire/index.ts'
import { answerList } from '../../reads/list-answer.ts'
import { readList } from '../../reads/read.ts'
import { rowMarket } from '../../reads/wallet.ts'
import { defineRoute } from '../../route.ts'

export const listTrades = defineRoute(
  operations.listTrades,
  readList(({ params, query, path }, parts) => {
    const list = async (page: PageRequest) => {
      const found = await listTradesByMarket(parts.database, rowMarket(params.address, parts), page)
      if (found === null) throw refuse('NOT_FOUND', { marketAddress: params.address })
      return found
    }
    return answerList({ name: 'trades', path, query, limitDefault: PAGE_SIZE, list }, parts)
  }),
)

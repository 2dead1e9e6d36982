import { refuse } from '../../../domain/index.ts'
import { listHolders as find, type PageRequest } from '../../../store/index.ts'
import { operations, PAGE_SIZE } from '../../../wire/index.ts'
import { answerList } from '../../reads/list-answer.ts'
import { readList } from '../../reads/read.ts'
import { rowMarket } from '../../reads/wallet.ts'
import { defineRoute } from '../../route.ts'

export const listHolders = defineRoute(
  operations.listHolders,
  readList(({ params, query, path }, parts) => {
    const { outcome } = query
    const list = async (page: PageRequest) => {
      const filter = { marketAddress: rowMarket(params.address, parts), outcome: outcome ?? null }
      const found = await find(parts.database, filter, page)
      if (found === null) throw refuse('NOT_FOUND', { marketAddress: params.address })
      return found
    }
    const filters = { outcome }
    return answerList(
      { name: 'holders', path, query, limitDefault: PAGE_SIZE, filters, sort: 'shares', list },
      parts,
    )
  }),
)

import { missing } from '../../../domain/index.ts'
import { listHolders as find, type PageRequest } from '../../../store/index.ts'
import { operations } from '../../../wire/index.ts'
import { answerList } from '../../reads/list-answer.ts'
import { readList } from '../../reads/read.ts'
import { rowMarket } from '../../reads/wallet.ts'
import { defineRoute } from '../../route.ts'

export const listHolders = defineRoute(
  operations.listHolders,
  readList((request, parts) => {
    const { outcome } = request.query
    const { address } = request.params
    const list = async (page: PageRequest) => {
      const filter = { marketAddress: rowMarket(address, parts), outcome: outcome ?? null }
      const found = await find(parts.database, filter, page)
      if (found === null) throw missing('marketAddress', address)
      return found
    }
    return answerList(request, parts, { name: 'holders', filters: { outcome }, sort: 'shares', list })
  }),
)

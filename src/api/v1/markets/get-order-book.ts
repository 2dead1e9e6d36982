import { refuse } from '../../../domain/index.ts'
import { getOrderBook as find, findKeptSpan, getOrderBookAt } from '../../../store/index.ts'
import { operations } from '../../../wire/index.ts'
import { read } from '../../reads/read.ts'
import { answerRecord } from '../../reads/record-answer.ts'
import { rowMarket } from '../../reads/wallet.ts'
import { defineRoute } from '../../route.ts'

export const getOrderBook = defineRoute(
  operations.getOrderBook,
  read(async ({ params, query }, parts) => {
    const marketAddress = rowMarket(params.address, parts)
    const { depth, atHeight } = query
    const asked = ['marketAddress', params.address] as const
    if (atHeight === undefined)
      return answerRecord(await find(parts.database, marketAddress, depth), ...asked)
    const { oldest, newest, version } = await findKeptSpan(parts.database, atHeight)
    if (version === null || newest === null || atHeight > newest)
      throw refuse(
        'INVALID_REQUEST',
        { field: 'atHeight', received: String(atHeight), oldest, newest },
        oldest === null
          ? 'no earlier book is kept'
          : `books are kept from block ${oldest} to block ${newest}`,
      )
    return answerRecord(
      await getOrderBookAt(parts.database, marketAddress, { depth, height: atHeight, version }),
      ...asked,
    )
  }),
)

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
    // Of one moment: a reorganisation in between would put the book of one block under the version of another.
    const { oldest, newest, book } = await parts.database.together(async (reader) => {
      const { version, ...span } = await findKeptSpan(reader, atHeight)
      if (version === null || span.newest === null || atHeight > span.newest) return { ...span, book: null }
      return {
        ...span,
        book: await getOrderBookAt(reader, marketAddress, { depth, height: atHeight, version }),
      }
    })
    if (book === null)
      throw refuse(
        'INVALID_REQUEST',
        { field: 'atHeight', received: String(atHeight), oldest, newest },
        oldest === null
          ? 'no earlier book is kept'
          : `books are kept from block ${oldest} to block ${newest}`,
      )
    return answerRecord(book, ...asked)
  }),
)

import { getOrderBook as find } from '../../../store/index.ts'
import { operations } from '../../../wire/index.ts'
import { read } from '../../reads/read.ts'
import { answerRecord } from '../../reads/record-answer.ts'
import { rowMarket } from '../../reads/wallet.ts'
import { defineRoute } from '../../route.ts'

export const getOrderBook = defineRoute(
  operations.getOrderBook,
  read(async ({ params, query }, parts) =>
    answerRecord(await find(parts.database, rowMarket(params.address, parts), query.depth), {
      marketAddress: params.address,
    }),
  ),
)

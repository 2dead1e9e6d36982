import { listTradesByUser } from '../../../store/index.ts'
import { operations, PAGE_SIZE } from '../../../wire/index.ts'
import { answerList } from '../../reads/list-answer.ts'
import { readList } from '../../reads/read.ts'
import { rowWallet } from '../../reads/wallet.ts'
import { defineRoute } from '../../route.ts'

export const listUserTrades = defineRoute(
  operations.listUserTrades,
  readList(async ({ params, query, path }, parts) => {
    const user = rowWallet(params.address, parts)
    return answerList(
      {
        name: 'trades',
        path,
        query,
        limitDefault: PAGE_SIZE,
        list: (page) => listTradesByUser(parts.database, user, page),
      },
      parts,
    )
  }),
)

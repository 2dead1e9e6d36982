import { listParlays } from '../../../store/index.ts'
import { operations, PAGE_SIZE } from '../../../wire/index.ts'
import { answerList } from '../../reads/list-answer.ts'
import { readList } from '../../reads/read.ts'
import { rowWallet } from '../../reads/wallet.ts'
import { defineRoute } from '../../route.ts'

export const listUserParlays = defineRoute(
  operations.listUserParlays,
  readList(async ({ params, query, path }, parts) => {
    const { status = 'all' } = query
    const user = rowWallet(params.address, parts)
    return answerList(
      {
        name: 'parlays',
        path,
        query,
        limitDefault: PAGE_SIZE,
        filters: { status },
        list: (page) => listParlays(parts.database, { status, user }, page),
      },
      parts,
    )
  }),
)

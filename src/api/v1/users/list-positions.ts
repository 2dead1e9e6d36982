import { listPositionsByUser } from '../../../store/index.ts'
import { operations, WALLET_PAGE_SIZE } from '../../../wire/index.ts'
import { answerList } from '../../reads/list-answer.ts'
import { readList } from '../../reads/read.ts'
import { rowWallet } from '../../reads/wallet.ts'
import { defineRoute } from '../../route.ts'

export const listPositions = defineRoute(
  operations.listPositions,
  readList(async ({ params, query, path }, parts) => {
    const { marketId, settled } = query
    const filter = {
      user: rowWallet(params.address, parts),
      ...(marketId === undefined ? {} : { marketId }),
      ...(settled === undefined ? {} : { settled }),
    }
    return answerList(
      {
        name: 'positions',
        path,
        query,
        limitDefault: WALLET_PAGE_SIZE,
        filters: { marketId, settled },
        list: (page) => listPositionsByUser(parts.database, filter, page),
      },
      parts,
    )
  }),
)

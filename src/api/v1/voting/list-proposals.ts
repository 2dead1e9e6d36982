import { listProposals as list } from '../../../store/index.ts'
import { operations, PAGE_SIZE } from '../../../wire/index.ts'
import { answerList } from '../../reads/list-answer.ts'
import { readList } from '../../reads/read.ts'
import { rowWallet } from '../../reads/wallet.ts'
import { defineRoute } from '../../route.ts'

export const listProposals = defineRoute(
  operations.listProposals,
  readList(async ({ query, path }, parts) => {
    const {
      status = 'pending',
      category,
      activePeriodOnly = false,
      sort = 'created-at',
      order = 'desc',
    } = query
    const proposer = query.proposer === undefined ? undefined : rowWallet(query.proposer, parts)
    const filter = {
      status,
      activePeriodOnly,
      sort,
      order,
      ...(category === undefined ? {} : { category }),
      ...(proposer === undefined ? {} : { proposer }),
    }
    return answerList(
      {
        name: 'proposals',
        path,
        query,
        limitDefault: PAGE_SIZE,
        filters: { status, category, proposer, activePeriodOnly },
        sort,
        order,
        list: (page) => list(parts.database, filter, page),
      },
      parts,
    )
  }),
)

import { listProposals as list } from '../../../store/index.ts'
import { operations } from '../../../wire/index.ts'
import { answerList } from '../../reads/list-answer.ts'
import { readList } from '../../reads/read.ts'
import { rowWallet } from '../../reads/wallet.ts'
import { defineRoute } from '../../route.ts'

export const listProposals = defineRoute(
  operations.listProposals,
  readList((request, parts) => {
    const { status, category, activePeriodOnly, sort, order } = request.query
    const proposer =
      request.query.proposer === undefined ? undefined : rowWallet(request.query.proposer, parts)
    const filters = { status, category, proposer, activePeriodOnly }
    return answerList(request, parts, {
      name: 'proposals',
      filters,
      sort,
      order,
      list: (page) => list(parts.database, { ...filters, sort, order }, page),
    })
  }),
)

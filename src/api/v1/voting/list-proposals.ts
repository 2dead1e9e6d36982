import { Type } from 'typebox'
import { listProposals as list, proposalSorts } from '../../../store/index.ts'
import { answerList } from '../../reads/list-answer.ts'
import { readAlsoAnswers, readHeaders, readList } from '../../reads/read.ts'
import { rowWallet } from '../../reads/wallet.ts'
import { defineRoute } from '../../route.ts'
import { Address, Strict } from '../../schemas/fields.ts'
import { Category, Choice } from '../../schemas/filters.ts'
import { Pagination, pageQuery } from '../../schemas/pagination.ts'
import { Proposal } from '../../schemas/voting.ts'

const limitDefault = 50

export const listProposals = defineRoute({
  method: 'GET',
  path: '/v1/voting/proposals',
  tag: 'voting',
  summary: 'Proposals',
  access: 'public',
  query: Strict(
    {
      status: Choice(['pending', 'accepted', 'rejected', 'all'], 'pending', 'which of them'),
      category: Category,
      proposer: Type.Optional(Address('only by this wallet')),
      activePeriodOnly: Type.Optional(
        Type.Boolean({
          default: false,
          description: 'only those whose voting period is open at the served block',
        }),
      ),
      sort: Choice(proposalSorts, 'created-at', 'sort key'),
      order: Choice(['asc', 'desc'], 'desc', 'direction'),
      ...pageQuery(limitDefault),
    },
    'filters, sort and page',
  ),
  success: {
    status: 200,
    description: 'a page of proposals',
    schema: Strict({ proposals: Type.Array(Proposal), pagination: Pagination }, 'a page of proposals'),
  },
  alsoAnswers: readAlsoAnswers,
  errors: ['UPSTREAM_TIMEOUT'],
  headers: readHeaders,
  handler: readList(async ({ query, path }, parts) => {
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
        limitDefault,
        filters: { status, category, proposer, activePeriodOnly },
        sort,
        order,
        list: (page) => list(parts.database, filter, page),
      },
      parts,
    )
  }),
})

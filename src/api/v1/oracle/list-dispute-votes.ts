import { missing } from '../../../domain/index.ts'
import { listDisputeVotes as find, type PageRequest } from '../../../store/index.ts'
import { operations } from '../../../wire/index.ts'
import { answerList } from '../../reads/list-answer.ts'
import { readList } from '../../reads/read.ts'
import { rowMarket } from '../../reads/wallet.ts'
import { defineRoute } from '../../route.ts'

export const listDisputeVotes = defineRoute(
  operations.listDisputeVotes,
  readList((request, parts) => {
    const { voteRound } = request.query
    const { address } = request.params
    const list = async (page: PageRequest) => {
      const filter = { marketAddress: rowMarket(address, parts), round: voteRound }
      const found = await find(parts.database, filter, page)
      if (found === null) throw missing('marketAddress', address)
      return found
    }
    return answerList(request, parts, { name: 'votes', filters: { voteRound }, list })
  }),
)

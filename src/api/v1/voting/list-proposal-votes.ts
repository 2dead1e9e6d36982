import { missing } from '../../../domain/index.ts'
import { listProposalVotes as find, type PageRequest } from '../../../store/index.ts'
import { operations } from '../../../wire/index.ts'
import { answerList } from '../../reads/list-answer.ts'
import { readList } from '../../reads/read.ts'
import { defineRoute } from '../../route.ts'

export const listProposalVotes = defineRoute(
  operations.listProposalVotes,
  readList((request, parts) => {
    const { id } = request.params
    const list = async (page: PageRequest) => {
      const found = await find(parts.database, id, page)
      if (found === null) throw missing('proposalId', id)
      return found
    }
    return answerList(request, parts, { name: 'votes', list })
  }),
)

import { Type } from 'typebox'
import { findProposal } from '../../../store/index.ts'
import { read, readAlsoAnswers, readHeaders } from '../../reads/read.ts'
import { answerRecord } from '../../reads/record-answer.ts'
import { defineRoute } from '../../route.ts'
import { INTEGER_MAX } from '../../schemas/fields.ts'
import { ProposalPage } from '../../schemas/voting.ts'

export const getProposal = defineRoute({
  method: 'GET',
  path: '/v1/voting/proposals/{id}',
  tag: 'voting',
  summary: 'One proposal, with its tags, end of trading and markets',
  access: 'public',
  params: Type.Object({ id: Type.Integer({ minimum: 0, maximum: INTEGER_MAX, description: 'proposal id' }) }),
  success: { status: 200, description: 'the proposal', schema: ProposalPage },
  alsoAnswers: readAlsoAnswers,
  errors: ['NOT_FOUND', 'UPSTREAM_TIMEOUT'],
  headers: readHeaders,
  handler: read(async ({ params }, { database }) =>
    answerRecord(await findProposal(database, params.id), { proposalId: params.id }),
  ),
})

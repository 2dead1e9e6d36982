import { findPeriod } from '../../../store/index.ts'
import { read, readAlsoAnswers, readHeaders } from '../../reads/read.ts'
import { defineRoute } from '../../route.ts'
import { VotingPeriod } from '../../schemas/voting.ts'

export const getPeriod = defineRoute({
  method: 'GET',
  path: '/v1/voting/period',
  tag: 'voting',
  summary: 'The newest voting period',
  access: 'public',
  success: { status: 200, description: 'the period, or null before the first', schema: VotingPeriod },
  alsoAnswers: readAlsoAnswers,
  errors: ['UPSTREAM_TIMEOUT'],
  headers: readHeaders,
  handler: read(async (_request, { database }) => {
    const { view, text } = await findPeriod(database)
    return { view, text: `{"period":${text ?? 'null'}}` }
  }),
})

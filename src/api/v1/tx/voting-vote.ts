import { VoteBody } from '../../schemas/tx.ts'
import { defineBuild } from './define-build.ts'

export const votingVote = defineBuild({
  path: '/v1/tx/voting/vote',
  summary: 'Build a vote for a proposal',
  body: VoteBody,
  build: (builder, { body }) => builder.votingVote(body),
})

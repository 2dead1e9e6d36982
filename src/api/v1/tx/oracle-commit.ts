import { CommitBody } from '../../schemas/tx.ts'
import { defineBuild } from './define-build.ts'

export const oracleCommit = defineBuild({
  path: '/v1/tx/oracle/commit',
  summary: 'Build a vote nobody can read yet',
  body: CommitBody,
  build: (builder, { body }) => builder.oracleCommit(body),
})

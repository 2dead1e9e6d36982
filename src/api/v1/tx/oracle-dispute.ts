import { DisputeBody } from '../../schemas/tx.ts'
import { defineBuild } from './define-build.ts'

export const oracleDispute = defineBuild({
  path: '/v1/tx/oracle/dispute',
  summary: 'Build a dispute of the running submission, with an equal bond',
  body: DisputeBody,
  build: (builder, { body }) => builder.oracleDispute(body),
})

import { RevealBody } from '../../schemas/tx.ts'
import { defineBuild } from './define-build.ts'

export const oracleReveal = defineBuild({
  path: '/v1/tx/oracle/reveal',
  summary: 'Build the opening of a vote',
  body: RevealBody,
  build: (builder, { body }) => builder.oracleReveal(body),
})

import { SubmitBody } from '../../schemas/tx.ts'
import { defineBuild } from './define-build.ts'

export const oracleSubmit = defineBuild({
  path: '/v1/tx/oracle/submit',
  summary: 'Build the submission of an outcome, with a bond',
  body: SubmitBody,
  build: (builder, { body }) => builder.oracleSubmit(body),
})

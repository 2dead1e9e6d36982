import { Type } from 'typebox'
import { findDispute } from '../../../store/index.ts'
import { read, readAlsoAnswers, readHeaders } from '../../reads/read.ts'
import { answerRecord } from '../../reads/record-answer.ts'
import { rowMarket } from '../../reads/wallet.ts'
import { defineRoute } from '../../route.ts'
import { Address } from '../../schemas/fields.ts'
import { Dispute } from '../../schemas/oracle.ts'

export const getDispute = defineRoute({
  method: 'GET',
  path: '/v1/oracle/disputes/{address}',
  tag: 'oracle',
  summary: 'Submissions, disputes and voting rounds of a market',
  access: 'public',
  params: Type.Object({ address: Address('the market’s contract') }),
  success: { status: 200, description: 'empty lists while nobody has submitted', schema: Dispute },
  alsoAnswers: readAlsoAnswers,
  errors: ['NOT_FOUND', 'UPSTREAM_TIMEOUT'],
  headers: readHeaders,
  handler: read(async ({ params }, parts) =>
    answerRecord(await findDispute(parts.database, rowMarket(params.address, parts)), {
      marketAddress: params.address,
    }),
  ),
})

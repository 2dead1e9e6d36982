import { Type } from 'typebox'
import { findMarket } from '../../../store/index.ts'
import { read, readAlsoAnswers, readHeaders } from '../../reads/read.ts'
import { answerRecord } from '../../reads/record-answer.ts'
import { rowMarket } from '../../reads/wallet.ts'
import { defineRoute } from '../../route.ts'
import { Address } from '../../schemas/fields.ts'
import { Market } from '../../schemas/market.ts'

export const getMarket = defineRoute({
  method: 'GET',
  path: '/v1/markets/{address}',
  tag: 'markets',
  summary: 'One market',
  access: 'public',
  params: Type.Object({ address: Address('the market’s contract') }),
  success: { status: 200, description: 'the market', schema: Market },
  alsoAnswers: readAlsoAnswers,
  errors: ['NOT_FOUND', 'UPSTREAM_TIMEOUT'],
  headers: readHeaders,
  handler: read(async ({ params }, parts) =>
    answerRecord(await findMarket(parts.database, rowMarket(params.address, parts)), {
      marketAddress: params.address,
    }),
  ),
})

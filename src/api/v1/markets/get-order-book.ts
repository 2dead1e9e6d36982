import { Type } from 'typebox'
import { getOrderBook as find } from '../../../store/index.ts'
import { read, readAlsoAnswers, readHeaders } from '../../reads/read.ts'
import { answerRecord } from '../../reads/record-answer.ts'
import { rowMarket } from '../../reads/wallet.ts'
import { defineRoute } from '../../route.ts'
import { Address, Strict } from '../../schemas/fields.ts'
import { OrderBook } from '../../schemas/market.ts'

/** Enough to draw a book; the rest is one query away. */
const depthDefault = 20

export const getOrderBook = defineRoute({
  method: 'GET',
  path: '/v1/markets/{address}/orderbook',
  tag: 'markets',
  summary: 'A market’s book by price, for yes and for no',
  access: 'public',
  params: Type.Object({ address: Address('the market’s contract') }),
  query: Strict(
    {
      depth: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 100,
          default: depthDefault,
          description: 'price levels per side',
        }),
      ),
    },
    'size',
  ),
  success: { status: 200, description: 'the book at one block', schema: OrderBook },
  alsoAnswers: readAlsoAnswers,
  errors: ['NOT_FOUND', 'UPSTREAM_TIMEOUT'],
  headers: readHeaders,
  handler: read(async ({ params, query }, parts) =>
    answerRecord(await find(parts.database, rowMarket(params.address, parts), query.depth ?? depthDefault), {
      marketAddress: params.address,
    }),
  ),
})

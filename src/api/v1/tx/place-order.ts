import { MarketPath, PlaceOrderBody } from '../../schemas/tx.ts'
import { defineBuild } from './define-build.ts'

export const placeOrder = defineBuild({
  path: '/v1/tx/markets/{address}/orders',
  summary: 'Build an order',
  description:
    'A buy locks its worst case and gets the unused part back in the same transaction; a sell needs free shares. post-only that would cross and fok that cannot fill are refused.',
  params: MarketPath,
  body: PlaceOrderBody,
  build: (builder, { params, body }) => builder.placeOrder({ ...body, marketAddress: params.address }),
})

import { OrderPath, SignerBody } from '../../schemas/tx.ts'
import { defineBuild } from './define-build.ts'

export const cancelOrderByPost = defineBuild({
  path: '/v1/tx/markets/{address}/orders/{id}/cancel',
  summary: 'Build the cancelling of an order, for clients whose proxies drop the bodies of DELETE',
  params: OrderPath,
  body: SignerBody,
  build: (builder, { params, body }) =>
    builder.cancelOrder({ ...body, marketAddress: params.address, orderId: params.id, method: 'POST' }),
})

import { OrderPath, SignerBody } from '../../schemas/tx.ts'
import { defineBuild } from './define-build.ts'

export const cancelOrder = defineBuild({
  method: 'DELETE',
  path: '/v1/tx/markets/{address}/orders/{id}',
  summary: 'Build the cancelling of an order',
  params: OrderPath,
  body: SignerBody,
  build: (builder, { params, body }) =>
    builder.cancelOrder({ ...body, marketAddress: params.address, orderId: params.id, method: 'DELETE' }),
})

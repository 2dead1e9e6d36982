import { MarketPath, SignerBody } from '../../schemas/tx.ts'
import { defineBuild } from './define-build.ts'

export const cancelAll = defineBuild({
  path: '/v1/tx/markets/{address}/cancel-all',
  summary: 'Build the cancelling of the signer’s resting orders on a market',
  description: 'As many as fit in one transaction, oldest first; call again for the rest.',
  params: MarketPath,
  body: SignerBody,
  build: (builder, { params, body }) => builder.cancelAll({ ...body, marketAddress: params.address }),
})

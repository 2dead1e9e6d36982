import { MarketPath, SignerBody } from '../../schemas/tx.ts'
import { defineBuild } from './define-build.ts'

export const settle = defineBuild({
  path: '/v1/tx/markets/{address}/settle',
  summary: 'Build the payment of the signer’s free shares of a resolved market',
  description: 'The keeper does this for everybody; nobody has to wait for it.',
  params: MarketPath,
  body: SignerBody,
  build: (builder, { params, body }) => builder.settle({ ...body, marketAddress: params.address }),
})

import { SignerBody } from '../../schemas/tx.ts'
import { defineBuild } from './define-build.ts'

export const vaultWithdraw = defineBuild({
  path: '/v1/tx/vault/withdraw',
  summary: 'Build the payment of a matured unlock request',
  body: SignerBody,
  build: (builder, { body }) => builder.vaultWithdraw(body),
})

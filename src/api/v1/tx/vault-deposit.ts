import { AmountBody } from '../../schemas/tx.ts'
import { defineBuild } from './define-build.ts'

export const vaultDeposit = defineBuild({
  path: '/v1/tx/vault/deposit',
  summary: 'Build a deposit of stake tokens',
  body: AmountBody,
  build: (builder, { body }) => builder.vaultDeposit(body),
})

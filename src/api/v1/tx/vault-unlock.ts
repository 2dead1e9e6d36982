import { AmountBody } from '../../schemas/tx.ts'
import { defineBuild } from './define-build.ts'

export const vaultUnlock = defineBuild({
  path: '/v1/tx/vault/unlock',
  summary: 'Build the start of a timelock, one at a time',
  body: AmountBody,
  build: (builder, { body }) => builder.vaultUnlock(body),
})

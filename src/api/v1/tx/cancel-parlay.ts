import { ParlayPath, SignerBody } from '../../schemas/tx.ts'
import { defineBuild } from './define-build.ts'

export const cancelParlay = defineBuild({
  path: '/v1/tx/parlays/{id}/cancel',
  summary: 'Build the return of an untaken offer',
  params: ParlayPath,
  body: SignerBody,
  build: (builder, { params, body }) => builder.cancelParlay({ ...body, parlayId: params.id }),
})

import { ParlayPath, SignerBody } from '../../schemas/tx.ts'
import { defineBuild } from './define-build.ts'

export const takeParlay = defineBuild({
  path: '/v1/tx/parlays/{id}/take',
  summary: 'Build the taking of an offer’s other side',
  params: ParlayPath,
  body: SignerBody,
  build: (builder, { params, body }) => builder.takeParlay({ ...body, parlayId: params.id }),
})

import { OfferParlayBody } from '../../schemas/tx.ts'
import { defineBuild } from './define-build.ts'

export const offerParlay = defineBuild({
  path: '/v1/tx/proposals/parlay',
  summary: 'Build an offer of a parlay',
  body: OfferParlayBody,
  build: (builder, { body }) => builder.offerParlay(body),
})

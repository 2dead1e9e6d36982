import type { JsonObject } from '../../../kit/index.ts'
import { ProposeSingleBody } from '../../schemas/tx.ts'
import { defineBuild } from './define-build.ts'

export const proposeSingle = defineBuild({
  path: '/v1/tx/proposals/single',
  summary: 'Build a proposal of one market',
  body: ProposeSingleBody,
  build: (builder, { body: { metadata, ...body } }) =>
    // Parsed from JSON a moment ago.
    builder.proposeSingle({
      ...body,
      ...(metadata === undefined ? {} : { metadata: metadata as JsonObject }),
    }),
})

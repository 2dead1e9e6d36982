import type { JsonObject } from '../../../kit/index.ts'
import { ProposeLinkedBody } from '../../schemas/tx.ts'
import { defineBuild } from './define-build.ts'

export const proposeLinked = defineBuild({
  path: '/v1/tx/proposals/linked',
  summary: 'Build a proposal of one event with a market per leg',
  body: ProposeLinkedBody,
  build: (builder, { body }) =>
    builder.proposeLinked({
      ...body,
      legs: body.legs.map(({ metadata, ...leg }) =>
        // Parsed from JSON a moment ago.
        metadata === undefined ? leg : { ...leg, metadata: metadata as JsonObject },
      ),
    }),
})

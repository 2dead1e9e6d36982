import { Type } from 'typebox'
import { findEvent } from '../../../store/index.ts'
import { read, readAlsoAnswers, readHeaders } from '../../reads/read.ts'
import { answerRecord } from '../../reads/record-answer.ts'
import { defineRoute } from '../../route.ts'
import { INTEGER_MAX } from '../../schemas/fields.ts'
import { Event } from '../../schemas/market.ts'

export const getEvent = defineRoute({
  method: 'GET',
  path: '/v1/events/{id}',
  tag: 'events',
  summary: 'One event with its legs',
  access: 'public',
  params: Type.Object({ id: Type.Integer({ maximum: INTEGER_MAX, description: 'event id' }) }),
  success: { status: 200, description: 'the event', schema: Event },
  alsoAnswers: readAlsoAnswers,
  errors: ['NOT_FOUND', 'UPSTREAM_TIMEOUT'],
  headers: readHeaders,
  handler: read(async ({ params }, { database }) =>
    answerRecord(await findEvent(database, params.id), { eventId: params.id }),
  ),
})

import { findEvent } from '../../../store/index.ts'
import { operations } from '../../../wire/index.ts'
import { read } from '../../reads/read.ts'
import { answerRecord } from '../../reads/record-answer.ts'
import { defineRoute } from '../../route.ts'

export const getEvent = defineRoute(
  operations.getEvent,
  read(async ({ params }, { database }) =>
    answerRecord(await findEvent(database, params.id), 'eventId', params.id),
  ),
)

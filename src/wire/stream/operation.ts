import * as Type from 'typebox'
import { operation } from '../operation.ts'
import { Strict } from '../schemas/fields.ts'

/** The stream over server-sent events. Not in the table of operations: its answer never ends. */
export const streamOperation = operation({
  id: 'stream',
  method: 'GET',
  path: '/v1/stream',
  tag: 'stream',
  summary: 'The feed as server-sent events',
  description:
    'Messages of the named channels, from `after` or `Last-Event-ID` on, else from now on. A connection costs one read; it counts against the streams of its address or key.',
  access: 'public',
  query: Strict(
    {
      channels: Type.String({
        minLength: 1,
        maxLength: 10_000,
        description:
          'comma-separated: markets, proposals, blocks, market:{address}, wallet:{address}, oracle:{address}, tx:{txId}',
      }),
      after: Type.Optional(
        Type.String({ maxLength: 32, description: 'epoch-seq of the last message you have' }),
      ),
    },
    'what to follow',
  ),
  answer: Type.String({ description: 'events, each with its id and a message as JSON' }),
  answerMeaning: 'events until either side ends it',
  contentType: 'text/event-stream',
})

import type { TSchema } from 'typebox'
import {
  controlMessages,
  type FeedType,
  feedChannels,
  feedEnvelope,
  feedMessages,
  requestMessages,
  streamOperation,
} from '../../wire/index.ts'
import { createHoist, type JsonSchema } from './hoist.ts'

export type AsyncApiDocument = Readonly<Record<string, unknown>>

const feedTypes = Object.keys(feedMessages) as FeedType[]

/** The AsyncAPI 3 of both wires, from the schemas the messages are made and checked by. */
export function createAsyncApi(version: string): AsyncApiDocument {
  const hoist = createHoist()
  const bare = (schema: TSchema): JsonSchema => hoist.schema({ ...schema, title: undefined } as TSchema)
  const messages: Record<string, unknown> = {}
  for (const type of feedTypes)
    messages[type] = {
      name: type,
      title: `${type}, on ${feedChannels[type].join(', ')}`,
      summary: meaningOf(feedMessages[type]),
      payload: bare(feedEnvelope(type)),
    }
  for (const [type, schema] of Object.entries({ ...controlMessages, ...requestMessages }))
    messages[type] = { name: type, title: type, summary: meaningOf(schema), payload: bare(schema) }

  const told = [...feedTypes, ...Object.keys(controlMessages)]
  const asked = Object.keys(requestMessages)
  // A connection's own answers to requests: nobody can ask over server-sent events.
  const toldPlainly = told.filter((type) => type !== 'pong' && type !== 'authenticated' && type !== 'error')
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Sibyl',
      version,
      description:
        'The feed: what each block changed, told once and in order. Everything in it is public chain data, wallets too. Messages with seq can be resumed behind; the others are of the connection.',
      license: { name: 'MIT' },
    },
    defaultContentType: 'application/json',
    channels: {
      ws: channel('/v1/ws', 'A WebSocket: subscribe, then listen.', [...told, ...asked]),
      sse: channel(
        streamOperation.path,
        'Server-sent events: channels and cursor in the query.',
        toldPlainly,
      ),
    },
    operations: {
      tellOverWs: operation('send', 'ws', told),
      hearOverWs: operation('receive', 'ws', asked),
      tellOverSse: operation('send', 'sse', toldPlainly),
    },
    components: { messages, schemas: hoist.components },
  }
}

const meaningOf = (schema: TSchema): string => (schema as { description?: string }).description ?? ''

const channel = (address: string, description: string, types: readonly string[]) => ({
  address,
  description,
  messages: Object.fromEntries(types.map((type) => [type, { $ref: `#/components/messages/${type}` }])),
})

const operation = (action: 'send' | 'receive', of: string, types: readonly string[]) => ({
  action,
  channel: { $ref: `#/channels/${of}` },
  messages: types.map((type) => ({ $ref: `#/channels/${of}/messages/${type}` })),
})

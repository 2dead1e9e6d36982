/**
 * wire: the interface over HTTP as data, for who serves it and who calls it.
 *
 * Owns          the operations, the schemas of what goes in and comes out, how values are written.
 * Does not own  how an operation is carried out: that is api; how it is called: that is client.
 */

export { fromIso, toIso, toIsoOrNull } from './iso-time.ts'
export type { Access, BodyOf, FilledQueryOf, Operation, ParamsOf } from './operation.ts'
export { type OperationId, type Operations, operations } from './operations.ts'
export type * from './records.ts'
export { ErrorShape } from './schemas/error.ts'
export { INTEGER_MAX, patternForms } from './schemas/fields.ts'
export { CANDLES_DEFAULT, CANDLES_MAX } from './schemas/market.ts'
export { OTHER_TOKENS_MAX } from './schemas/vault.ts'
export {
  everyChannel,
  parseChannel,
} from './stream/channels.ts'
export {
  type ControlMessage,
  controlMessages,
  type FeedData,
  type FeedMessage,
  type FeedType,
  feedChannels,
  feedEnvelope,
  feedMessages,
  type RequestMessage,
  requestMessages,
} from './stream/messages.ts'
export { streamOperation } from './stream/operation.ts'

/**
 * chain: the port to a node.
 *
 * Owns          the questions the house asks of a node, the adapter over the SDK's NodeProvider with its deadline,
 *               breaker and bounds, the checking of every answer, and the translation of the node's error texts.
 * Does not own  what an event means, what to do about an outage, which coins to spend.
 * Fails with    Fault (the node is in trouble: ask again later) or NodeRefused (the node said no: asking again is vain).
 */
export { checkNetwork } from './check-network.ts'

export { connectNode, type NodeOptions } from './connect-node.ts'
export type { FetchLimits } from './guarded-fetch.ts'
export { listUnlockedCoins } from './list-unlocked-coins.ts'
export { NodeRefused } from './node-refused.ts'
export type { ObserveChain } from './observation.ts'
export type {
  BlockEvent,
  Chain,
  ChainBlock,
  NodeFacts,
  ScriptFailure,
  TransactionStatus,
} from './port.ts'
export { RETURN_AFTER_MS, withFailover } from './with-failover.ts'

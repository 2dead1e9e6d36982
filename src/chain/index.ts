/**
 * chain: the port to a node.
 *
 * Owns          the questions the house asks of a node, the adapter over the SDK's NodeProvider with its deadline,
 *               breaker and bounds, the checking of every answer, and the translation of the node's error texts.
 * Does not own  what an event means, what to do about an outage, which coins to spend.
 * Fails with    Fault (the node is in trouble: ask again later) or NodeRefused (the node said no: asking again is vain).
 */
export { checkNetwork, type ExpectedNetwork } from './check-network.ts'
export { type BreakerLimits, defaultBreakerLimits } from './circuit-breaker.ts'
export { connectNode, type NodeOptions } from './connect-node.ts'
export { defaultFetchLimits, type FetchLimits } from './guarded-fetch.ts'
export { listUnlockedCoins } from './list-unlocked-coins.ts'
export { NodeRefused, type RefusalReason } from './node-refused.ts'
export type {
  BlockEvent,
  BlockHead,
  BlockTransaction,
  Chain,
  ChainBlock,
  ChainTransaction,
  ContractAssets,
  ContractCall,
  ContractState,
  InputAsset,
  NodeFacts,
  RunFailure,
  RunResult,
  RunSuccess,
  ScriptBuild,
  ScriptBuildRequest,
  ScriptFailure,
  ScriptRun,
  SignedTransaction,
  TransactionStatus,
} from './port.ts'
export { type FailoverOptions, RETURN_AFTER_MS, withFailover } from './with-failover.ts'

/**
 * vm: runs Alephium bytecode as the Danube rules say, to the last unit of gas.
 *
 * Owns          frames, operand stack, balances, instruction families, gas and instruction tables, outcomes, and the dry
 *               runs behind the node's test-contract and call-contract routes.
 * Does not own  ledger, mempool, blocks, any venue word. It reads a World and hands back what would change in it.
 * Never         does I/O, reads a clock, or throws for anything a script does: failures are values with the node's text.
 */
export { initialStateHash } from './contract-pool.ts'
export { toJsonInteger } from './dry-run/answers.ts'
export { type CallContractResult, callContract, multicallContract } from './dry-run/call-contract.ts'
export { callTxScript } from './dry-run/call-tx-script.ts'
export type { DryRunAnswer, DryRunBlock, DryRunEnv } from './dry-run/environment.ts'
export { type TestContractResult, testContract } from './dry-run/test-contract.ts'
export type { BlockEnv, TxEnv } from './environment.ts'
export type { Failure } from './failure.ts'
export { createFixtureWorld, createOverlayWorld } from './fixture-world.ts'
export { contractIdOf, outputKey, outputRef, subContractIdOf } from './ids.ts'
export type { ObservedStep, Observer } from './observer.ts'
export type {
  ContractInput,
  LogEntry,
  ScriptFailure,
  ScriptOutcome,
  ScriptSuccess,
  UnlockOutcome,
} from './outcome.ts'
export type { AssetOutput, ContractOutput, Output, OutputRef, SpentOutput, Token } from './output.ts'
export { createSelectorCache, type SelectorCache } from './selector-cache.ts'
export { prettyAlph } from './text.ts'
export {
  chargeTxScript,
  contractCalledBy,
  type DecodedTxScript,
  decodeTxScript,
  runTxScript,
  runUnlockScript,
  type TxScript,
  type TxScriptRun,
  type UnlockScriptRun,
  unlockScriptGas,
} from './tx-script.ts'
export type { ContractRecord, MutableWorld, World, WorldChanges } from './world.ts'

/**
 * vm: runs Alephium bytecode as the Danube rules say, to the last unit of gas.
 *
 * Owns          frames, operand stack, balances, instruction families, gas and instruction tables, outcomes, and the dry
 *               runs behind the node's test-contract and call-contract routes.
 * Does not own  ledger, mempool, blocks, any venue word. It reads a World and hands back what would change in it.
 * Never         does I/O, reads a clock, or throws for anything a script does: failures are values with the node's text.
 */
export { initialStateHash } from './contract-pool.ts'
export { toJsonContractState, toJsonInteger, toJsonTokens } from './dry-run/answers.ts'
export { callContract, multicallContract } from './dry-run/call-contract.ts'
export { callTxScript } from './dry-run/call-tx-script.ts'
export type { DryRunAnswer, DryRunBlock, DryRunEnv } from './dry-run/environment.ts'
export { testContract } from './dry-run/test-contract.ts'
export { runUnitTest } from './dry-run/unit-test.ts'
export type { BlockEnv } from './environment.ts'
export type { Failure } from './failure.ts'
export { createFixtureWorld, createOverlayWorld } from './fixture-world.ts'
export { contractIdOf } from './ids.ts'

export type {
  LogEntry,
  ScriptFailure,
  ScriptOutcome,
  ScriptSuccess,
} from './outcome.ts'
export type { AssetOutput, ContractOutput } from './output.ts'
export { createSelectorCache } from './selector-cache.ts'
export { prettyAlph } from './text.ts'
export {
  chargeTxScript,
  contractCalledBy,
  decodeTxScript,
  runTxScript,
  runUnlockScript,
  type TxScript,
  unlockScriptGas,
} from './tx-script.ts'
export { decodeWebAuthn, joinWebAuthnChunks, verifyWebAuthn, webAuthnUnlockGas } from './web-authn.ts'
export type { ContractRecord, World, WorldChanges } from './world.ts'

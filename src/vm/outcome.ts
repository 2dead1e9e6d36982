import type { Hash, Val } from '../bytecode/index.ts'
import type { Failure } from './failure.ts'
import type { ContractOutput, Output, OutputRef } from './output.ts'
import type { WorldChanges } from './world.ts'

export interface LogEntry {
  readonly contractId: Hash
  /** -1 created, -2 destroyed, -3 debug message, otherwise the contract's own event index. */
  readonly eventIndex: number
  readonly fields: readonly Val[]
}

export interface ContractInput {
  readonly ref: OutputRef
  readonly output: ContractOutput
}

export interface ScriptSuccess {
  readonly ok: true
  readonly gasRemaining: number
  /** Return values of the entry method; a transaction's own script has none. */
  readonly returns: readonly Val[]
  readonly contractInputs: readonly ContractInput[]
  readonly generatedOutputs: readonly Output[]
  readonly logs: readonly LogEntry[]
  readonly changes: WorldChanges
  readonly autoFundedDust: bigint
}

export interface ScriptFailure {
  readonly ok: false
  readonly failure: Failure
  readonly gasRemaining: number
  /** What had been logged before it failed; only debug messages (index -3) are ever shown to anybody. */
  readonly logs: readonly LogEntry[]
}

export type ScriptOutcome = ScriptSuccess | ScriptFailure

export type UnlockOutcome =
  | { readonly ok: true; readonly gasRemaining: number; readonly signaturesLeft: number }
  | { readonly ok: false; readonly failure: Failure; readonly gasRemaining: number }

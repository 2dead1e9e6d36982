import {
  decodeTxScriptMethods,
  decodeUnlockScriptMethods,
  type Hash,
  type Method,
  type Val,
} from '../bytecode/index.ts'
import type { Random } from '../kit/index.ts'
import { bytesToHex } from '../kit/index.ts'
import type { BlockEnv, TxEnv } from './environment.ts'
import { failures } from './failure.ts'
import { gas } from './gas-table.ts'
import { limits } from './limits.ts'
import type { Observer } from './observer.ts'
import type { ScriptOutcome, UnlockOutcome } from './outcome.ts'
import { type RunMode, runScript, runUnlock } from './run.ts'
import type { World } from './world.ts'

/** A transaction script, decoded. */
export interface TxScript {
  readonly methods: readonly Method[]
  readonly byteLength: number
  /** Its entry method takes what the transaction leaves to it. */
  readonly isPayable: boolean
}

export type DecodedTxScript =
  | { readonly ok: true; readonly script: TxScript }
  | { readonly ok: false; readonly text: string }

export function decodeTxScript(bytes: Uint8Array): DecodedTxScript {
  const methods = decodeTxScriptMethods(bytes)
  if (!methods.ok) return { ok: false, text: methods.error.message }
  const [entry] = methods.value
  const isPayable = entry?.usesPreapprovedAssets === true
  return { ok: true, script: { methods: methods.value, byteLength: bytes.length, isPayable } }
}

export interface TxScriptRun {
  readonly world: World
  readonly block: BlockEnv
  readonly tx: TxEnv
  readonly script: TxScript
  /** What is left for the script after chargeTxScript. */
  readonly gas: number
  readonly mode?: Exclude<RunMode, 'dry'>
  readonly random?: Random | undefined
  readonly observer?: Observer | undefined
}

/** Runs a transaction's script, which must return nothing and use every script signature. */
export function runTxScript({ script, mode = 'real', ...run }: TxScriptRun): ScriptOutcome {
  return runScript({ ...run, mode }, script.methods)
}

/** What a script of this size costs before it runs. */
export const chargeTxScript = (byteLength: number): number => gas.code(byteLength)

export interface UnlockScriptRun {
  readonly block: BlockEnv
  readonly tx: TxEnv
  /** The script behind a P2SH lock, as bytes, and the parameters its spender gave. */
  readonly script: Uint8Array
  readonly params: readonly Val[]
  /** What is left for it after unlockScriptGas. */
  readonly gas: number
  readonly mode?: Exclude<RunMode, 'dry'>
  readonly observer?: Observer | undefined
}

/** Runs the script behind a P2SH lock, which must run through and return nothing. */
export function runUnlockScript({ script, params, mode = 'real', ...run }: UnlockScriptRun): UnlockOutcome {
  const { gas: gasRemaining } = run
  if (script.length > limits.codeBytes) {
    return { ok: false, gasRemaining, failure: failures.CodeSizeTooLarge(script.length) }
  }
  const methods = decodeUnlockScriptMethods(script)
  if (!methods.ok)
    return { ok: false, gasRemaining, failure: failures.SerdeErrorCreateContract(methods.error) }
  return runUnlock({ ...run, mode }, methods.value, params)
}

/** What an unlock script of this size costs before it runs: its size and its hash. */
export const unlockScriptGas = (byteLength: number): number => gas.code(byteLength) + gas.hash(byteLength)

/**
 * The contract a script seems to be about: the id pushed right before its first external call. How a groupless caller's group is
 * guessed.
 */
export function contractCalledBy({ methods }: TxScript): Hash | undefined {
  let pushed: Hash | undefined
  for (const { name, operand } of methods.flatMap((method) => method.instructions)) {
    if (name !== 'CallExternal' && name !== 'CallExternalBySelector') {
      pushed = name === 'BytesConst' ? idIn(operand) : undefined
    } else if (pushed !== undefined) {
      return pushed
    }
  }
  return undefined
}

function idIn(operand: unknown): Hash | undefined {
  const isBytes = typeof operand === 'object' && operand !== null && 'value' in operand
  return isBytes && operand.value instanceof Uint8Array && operand.value.length === 32
    ? bytesToHex(operand.value)
    : undefined
}

import { decodeVals } from '../bytecode/index.ts'
import { hexToBytes } from '../kit/index.ts'
import type { AssetOutput } from '../transaction/index.ts'
import {
  type BlockEnv,
  chargeTxScript,
  decodeTxScript,
  runTxScript,
  runUnlockScript,
  type ScriptSuccess,
  type TxScript,
  unlockScriptGas,
  type World,
} from '../vm/index.ts'
import { InvalidTx } from './invalid-tx.ts'
import type { SignedTx } from './transaction.ts'

/** The devnet's side of the virtual machine: transactions in, outcomes or the chain's refusals out. */

export interface ScriptRun {
  readonly world: World
  readonly block: BlockEnv
  readonly tx: SignedTx
  readonly inputs: readonly AssetOutput[]
}

const decodedScripts = new Map<string, TxScript>()
const DECODED_SCRIPTS_MAX = 1_000

/** Bytecode that was accepted once decodes; the last thousand are remembered. */
export function scriptOf(hex: string): TxScript {
  const known = decodedScripts.get(hex)
  if (known !== undefined) return known
  const decoded = decodeTxScript(hexToBytes(hex))
  if (!decoded.ok) throw new InvalidTx(decoded.text)
  if (decodedScripts.size >= DECODED_SCRIPTS_MAX) decodedScripts.clear()
  decodedScripts.set(hex, decoded.script)
  return decoded.script
}

/** Runs a transaction's script with all the gas the transaction has after its size is paid for. */
export function runScript(
  run: ScriptRun,
  scriptHex: string,
): { readonly outcome: ScriptSuccess; readonly gasUsed: number } {
  const { unsigned, txId, scriptSignatures } = run.tx
  const gas = unsigned.gasAmount - chargeTxScript(scriptHex.length / 2)
  if (gas < 0) throw new InvalidTx('OutOfGas')
  const outcome = runTxScript({
    world: run.world,
    block: run.block,
    tx: {
      txId,
      inputs: run.inputs,
      fixedOutputs: unsigned.fixedOutputs,
      gasPrice: unsigned.gasPrice,
      gasAmount: unsigned.gasAmount,
      signatures: scriptSignatures.map(hexToBytes),
    },
    script: scriptOf(scriptHex),
    gas,
  })
  if (!outcome.ok) throw new InvalidTx(`TxScriptExeFailed(${outcome.failure.text})`, true)
  return { outcome, gasUsed: gas - outcome.gasRemaining }
}

/** Opens a P2SH coin; takes the signatures it uses off the list and returns the gas that is left. */
export function runUnlock(options: {
  readonly block: BlockEnv
  readonly tx: SignedTx
  readonly inputs: readonly AssetOutput[]
  readonly script: Uint8Array
  /** Encoded values. */
  readonly params: Uint8Array
  readonly signatures: Uint8Array[]
  readonly gas: number
}): number {
  const { unsigned, txId } = options.tx
  const gas = options.gas - unlockScriptGas(options.script.length)
  if (gas < 0) throw new InvalidTx('UnlockScriptExeFailed(OutOfGas)')
  const outcome = runUnlockScript({
    block: options.block,
    tx: {
      txId,
      inputs: options.inputs,
      fixedOutputs: unsigned.fixedOutputs,
      gasPrice: unsigned.gasPrice,
      gasAmount: unsigned.gasAmount,
      signatures: options.signatures,
    },
    script: options.script,
    params: decodeVals(options.params),
    gas,
  })
  if (!outcome.ok) throw new InvalidTx(`UnlockScriptExeFailed(${outcome.failure.text})`)
  options.signatures.length = outcome.signaturesLeft
  return outcome.gasRemaining
}

import { GAS_PER_INPUT, GAS_PER_OUTPUT, GAS_PER_TX } from '../kit/index.ts'
import type { AssetOutput } from '../transaction/index.ts'
import { type BlockEnv, chargeTxScript, type ScriptSuccess, type World } from '../vm/index.ts'
import { isIntraGroup } from './chain-index.ts'
import { checkBalances } from './check-balances.ts'
import { chainOfTx, checkStateless, refuseIf } from './check-stateless.ts'
import { checkWitnesses } from './check-witnesses.ts'
import { runScript, scriptOf } from './execution.ts'
import { refundOutputs } from './failed-script.ts'
import { InvalidTx } from './invalid-tx.ts'
import { type Output, plainTransaction, type SignedTx, type Transaction } from './transaction.ts'

/** Where a transaction is judged: the block it would be in, the contracts, and the coins it may spend. */
export interface TxContext {
  readonly networkId: number
  readonly block: BlockEnv
  readonly world: World
  /** The outputs a transaction spends, or undefined when one of them is not there to be spent. */
  findInputs(tx: SignedTx): AssetOutput[] | undefined
}

export interface Accepted {
  readonly tx: Transaction
  readonly chain: number
  /** What the script did, when there was one and it succeeded. */
  readonly outcome: ScriptSuccess | undefined
}

/** Everything a transaction must satisfy to enter the mempool; throws InvalidTx. */
export function checkSubmission(tx: SignedTx, context: TxContext): Accepted {
  const chain = chainOfTx(tx.unsigned)
  const { script } = tx.unsigned
  if (script === undefined) return acceptPlain(tx, chain, context)
  const inputs = existingInputs(tx, context)
  const failed = failedForm(tx, inputs)
  if (failed === undefined) throw new InvalidTx('InvalidRemainingBalancesForFailedScriptTx')
  checkStateless(failed, chain, context.networkId)
  checkStateful(failed, inputs, [], context)
  // A node takes it and never mines it.
  refuseIf(!isIntraGroup(chain), 'UnexpectedTxScript')
  return { ...executeScript(tx, chain, inputs, context), chain }
}

function acceptPlain(tx: SignedTx, chain: number, context: TxContext): Accepted {
  const plain = plainTransaction(tx)
  checkStateless(plain, chain, context.networkId)
  checkStateful(plain, existingInputs(tx, context), [], context)
  return { tx: plain, chain, outcome: undefined }
}

/**
 * The script runs and the transaction, completed by what it did, is checked once more. Throws InvalidTx; one that says
 * isScriptFailure leaves the failed form for the block.
 */
export function executeScript(
  tx: SignedTx,
  chain: number,
  inputs: readonly AssetOutput[],
  context: TxContext,
): { readonly tx: Transaction; readonly outcome: ScriptSuccess } {
  const script = tx.unsigned.script
  if (script === undefined) throw new TypeError('a transaction without a script cannot be executed')
  const { outcome, gasUsed } = runScript({ world: context.world, block: context.block, tx, inputs }, script)
  const completed: Transaction = {
    ...tx,
    scriptExecutionOk: true,
    contractInputs: outcome.contractInputs.map((input) => input.ref),
    generatedOutputs: outcome.generatedOutputs,
  }
  checkStateless(completed, chain, context.networkId)
  const spent = outcome.contractInputs.map((input) => input.output)
  const gasLeft = checkStateful(completed, inputs, spent, context) - chargeTxScript(script.length / 2)
  refuseIf(gasLeft < 0, 'OutOfGas')
  if (gasLeft < gasUsed) throw new InvalidTx('TxScriptExeFailed(OutOfGas)', true)
  return { tx: completed, outcome }
}

/** How a script transaction looks in a block when its script fails there; undefined when it cannot. */
export function failedForm(tx: SignedTx, inputs: readonly AssetOutput[]): Transaction | undefined {
  const refund = isPayable(tx) ? refundOutputs(tx.unsigned, inputs) : []
  if (refund === undefined) return undefined
  return { ...tx, scriptExecutionOk: false, contractInputs: [], generatedOutputs: refund }
}

function existingInputs(tx: SignedTx, context: TxContext): AssetOutput[] {
  const inputs = context.findInputs(tx)
  if (inputs === undefined) throw new InvalidTx('NonExistInput')
  return inputs
}

/** Returns the gas left after inputs, outputs and witnesses. */
function checkStateful(
  tx: Transaction,
  assets: readonly AssetOutput[],
  contracts: readonly Output[],
  context: TxContext,
): number {
  checkBalances(tx, assets, contracts, { timeMs: context.block.timestampMs, isPayable: isPayable(tx) })
  const { gasAmount, inputs, fixedOutputs } = tx.unsigned
  const gas = gasAmount - GAS_PER_TX - GAS_PER_INPUT * inputs.length - GAS_PER_OUTPUT * fixedOutputs.length
  refuseIf(gas < 0, 'OutOfGas')
  return checkWitnesses(tx, assets, context.block, gas)
}

const isPayable = (tx: SignedTx): boolean =>
  tx.unsigned.script !== undefined && scriptOf(tx.unsigned.script).isPayable

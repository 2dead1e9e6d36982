import { contractIdOfLock, contractLock, isContractLock } from '../bytecode/index.ts'
import type { Balance } from './balances.ts'
import type { Context } from './context.ts'
import { failures, halt } from './failure.ts'
import { gas } from './gas-table.ts'
import { outputRef } from './ids.ts'
import { contractDeposit } from './limits.ts'
import type { ContractOutput, Output } from './output.ts'

/**
 * The third phase of a run: what was moved becomes outputs. The order is a rule of the chain, because it decides the keys of
 * the outputs and who pays for whom.
 *
 *   states      changed fields are written
 *   gas         what contracts paid for gas is credited to the first input
 *   contracts   the balance of every contract whose assets are in use joins the pool
 *   minimums    whoever is paid too little for an output gets the rest from the script's own balance
 *   caller      what the script did not spend goes back
 *   outputs     the pool, in its order, becomes outputs
 */
export function settle(context: Context): void {
  const { contracts, outputPool } = context
  contracts.updateStates()
  creditGasFee(context)
  for (const [id, balance] of contracts.assetsInUse()) {
    if (!outputPool.add(contractLock(id), balance)) halt(failures.InvalidBalances)
  }
  coverMinimums(context)
  returnCallerBalances(context)
  generateOutputs(context)
  contracts.checkAllFlushed()
}

/** What must hold before the outputs of a run may be believed. */
export function checkSettled(context: Context): void {
  if (context.signaturesLeft > 0) halt(failures.TooManySignatures(context.signaturesLeft))
  for (const output of context.generatedOutputs) {
    if (output.kind === 'contract' && output.amount < contractDeposit) {
      halt(failures.LowerThanContractMinimalBalance(output.amount))
    }
  }
}

function creditGasFee(context: Context): void {
  const first = context.tx.inputs[0]
  if (context.gasFeePaid === 0n || first === undefined) return
  if (!context.outputPool.addAlph(first.lock, context.gasFeePaid)) halt(failures.InvalidBalances)
}

function coverMinimums(context: Context): void {
  const inputLocks = context.inputLocks()
  for (const [lock, balance] of context.outputPool.all) {
    if (inputLocks.includes(lock)) continue
    const missing = balance.alphToCover(lock)
    if (missing > 0n) coverAlph(context, balance, missing)
  }
}

/** Takes missing ALPH from the first input's address in the script's own balances: remaining first, then approved. */
export function coverAlph(context: Context, target: Balance, amount: bigint): void {
  const balances = context.callerBalances ?? halt(failures.TxCallerBalanceNotAvailable)
  const payer = context.firstInputLock()
  let missing = amount
  for (const source of [balances.remaining, balances.approved]) {
    const balance = source.all.get(payer)
    if (balance === undefined) continue
    const covered = smaller(missing, balance.alph)
    balance.subAlph(covered)
    target.addAlph(covered)
    missing -= covered
  }
  if (missing > 0n) halt(failures.InsufficientFundsForUTXODustAmount(missing))
  context.autoFundedDust += amount
}

const smaller = (a: bigint, b: bigint): bigint => (a - b < 0n ? a : b)

function returnCallerBalances({ callerBalances, outputPool }: Context): void {
  if (callerBalances === undefined) return
  const returned = outputPool.merge(callerBalances.approved) && outputPool.merge(callerBalances.remaining)
  if (!returned) halt(failures.InvalidBalances)
}

function generateOutputs(context: Context): void {
  for (const [lock, balance] of context.outputPool.all) {
    if (isContractLock(lock) && !context.contracts.hasAssets(contractIdOfLock(lock))) {
      halt(failures.ContractAssetUnloaded(contractIdOfLock(lock)))
    }
    for (const output of balance.toOutputs(lock)) generateOutput(context, output)
  }
}

/** Outputs are generated at the end, except locked ones, which do not wait. */
export function generateOutput(context: Context, output: Output): void {
  if (output.kind === 'contract') {
    generateContractOutput(context, output)
    return
  }
  context.generatedOutputs.push(output)
  context.meter.charge(gas.generatedOutput)
}

/**
 * A contract's output replaces its input. If nothing changed, both are dropped; if the contract is new, its first output is
 * still among the generated ones and is replaced where it stands.
 */
function generateContractOutput(context: Context, output: ContractOutput): void {
  const { contracts, generatedOutputs } = context
  const id = contractIdOfLock(output.lock)
  const inputIndex = contracts.inputs.findIndex((input) => input.output.lock === output.lock)
  if (inputIndex === -1) halt(failures.ContractAssetUnloaded(id))
  const createdAt = generatedOutputs.findIndex(({ lock }) => lock === output.lock)
  if (createdAt !== -1) {
    contracts.inputs.splice(inputIndex, 1)
  } else if (isSameOutput(output, contracts.inputs[inputIndex]!.output)) {
    contracts.inputs.splice(inputIndex, 1)
    contracts.markFlushed(id)
    return
  }
  const position = createdAt === -1 ? generatedOutputs.length : createdAt
  context.meter.charge(gas.generatedOutput)
  const ref = outputRef(context.tx.txId, context.tx.fixedOutputs.length + position, output.lock)
  contracts.updateAsset(id, ref, output)
  generatedOutputs[position] = output
}

function isSameOutput(a: ContractOutput, b: ContractOutput): boolean {
  return (
    a.amount === b.amount &&
    a.tokens.length === b.tokens.length &&
    a.tokens.every(
      ({ id, amount }, index) => b.tokens[index]!.id === id && b.tokens[index]!.amount === amount,
    )
  )
}

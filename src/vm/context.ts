import { estimatedSizeOfAll, type Hash, type Lock, lockLettersMax, type Val } from '../bytecode/index.ts'
import type { Random } from '../kit/index.ts'
import { type BalanceState, Balances } from './balances.ts'
import { ContractPool } from './contract-pool.ts'
import type { BlockEnv, TxEnv } from './environment.ts'
import { type Failure, failures, halt } from './failure.ts'
import { GasMeter } from './gas-meter.ts'
import { gas } from './gas-table.ts'
import { bounds } from './limits.ts'
import type { LogEntry } from './outcome.ts'
import type { Output } from './output.ts'
import { createSelectorCache, type SelectorCache } from './selector-cache.ts'
import type { World } from './world.ts'

/** A check under way between the dev instructions TestCheckStart or TestErrorStart and TestCheckEnd. */
export interface TestCheck {
  /** The frame that started it; only asked whether it is this one. */
  readonly frame: object
  readonly place: number
  readonly expectedErrorCode: number | undefined
  failure: Failure | undefined
}

export interface ContextInput {
  readonly block: BlockEnv
  readonly tx: TxEnv
  readonly gas: number
  /** Absent for unlock scripts, which know no contracts. */
  readonly world: World | undefined
  readonly random: Random | undefined
  /** Dry runs show what the entry method returns; a transaction's own script must return nothing. */
  readonly allowsReturns: boolean
}

/** Everything one run knows and has done so far, shared by all of its frames. */
export class Context {
  readonly block: BlockEnv
  readonly tx: TxEnv
  readonly meter: GasMeter
  readonly gasFee: bigint
  readonly random: Random | undefined
  readonly allowsReturns: boolean
  readonly contracts: ContractPool
  /** The block's, if the run belongs to one; otherwise its own. */
  readonly selectors: SelectorCache
  readonly logs: LogEntry[] = []
  /** Payments: not spendable any more, except by the script that made the next call (see chainCallerOutputs). */
  readonly outputPool = new Balances()
  readonly generatedOutputs: Output[] = []
  gasFeePaid = 0n
  /** The script's own balances, which also pay deposits and dust that nobody else paid. */
  callerBalances: BalanceState | undefined = undefined
  autoFundedDust = 0n
  testCheck: TestCheck | undefined = undefined
  /** Of the entry method. */
  returns: readonly Val[] = []
  #signaturesLeft: number
  #loggedBytes = 0
  #inputLocks: readonly Lock[] | undefined = undefined

  constructor(input: ContextInput) {
    this.block = input.block
    this.tx = input.tx
    this.meter = new GasMeter(input.gas)
    this.#signaturesLeft = input.tx.signatures.length
    this.gasFee = input.tx.gasPrice * BigInt(input.tx.gasAmount)
    this.random = input.random
    this.allowsReturns = input.allowsReturns
    this.selectors = input.block.selectors ?? createSelectorCache()
    this.contracts = new ContractPool(this.meter, this.selectors, input.world)
  }

  get signaturesLeft(): number {
    return this.#signaturesLeft
  }

  nextSignature(): Uint8Array {
    return this.tryNextSignature() ?? halt(failures.StackUnderflow)
  }

  tryNextSignature(): Uint8Array | undefined {
    if (this.#signaturesLeft === 0) return undefined
    this.#signaturesLeft -= 1
    return this.tx.signatures[this.#signaturesLeft]
  }

  /** Index of the next generated output among all outputs of the transaction. */
  get nextOutputIndex(): number {
    return this.tx.fixedOutputs.length + this.generatedOutputs.length
  }

  firstInputLock(): Lock {
    return this.tx.inputs[0]?.lock ?? halt(failures.InvalidTxInputIndex(0n))
  }

  /** The one address behind all inputs, for `callerAddress!` in front of a script. */
  uniqueInputLock(): Lock {
    this.meter.charge(gas.uniqueInputAddress(this.tx.inputs.length))
    const locks = this.inputLocks()
    if (locks.length > 1) halt(failures.TxInputAddressesAreNotIdentical(locks))
    return locks[0] ?? halt(failures.NoTxInput)
  }

  /** Distinct input addresses in order of appearance. */
  inputLocks(): readonly Lock[] {
    this.#inputLocks ??= [...new Set(this.tx.inputs.map((input) => input.lock))]
    return this.#inputLocks
  }

  /** Before anything is built: what is logged is not paid by size. */
  countLogged(bytes: number): void {
    this.#loggedBytes += bytes
    if (this.#loggedBytes > bounds.loggedBytes) halt(failures.TooMuchLogged)
  }

  /** In a script, or without an index that fits a byte, an event vanishes silently. */
  log(contractId: Hash | undefined, values: readonly Val[]): void {
    if (contractId === undefined) return
    const first = values[0]
    if (first?.type !== 'I256' || BigInt.asIntN(8, first.value) !== first.value) return
    if (values.some(isUnspeakable)) halt(failures.TooMuchLogged)
    this.countLogged(estimatedSizeOfAll(values))
    this.logs.push({ contractId, eventIndex: Number(first.value), fields: values.slice(1) })
  }
}

/** An address so long that nobody here would spell it out; a node takes minutes. */
const isUnspeakable = (value: Val): boolean => value.type === 'Address' && value.value.length > lockLettersMax

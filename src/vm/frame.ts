import {
  type AnyOperand,
  contractLock,
  falseVal,
  type Hash,
  int32Max,
  isContractLock,
  type Lock,
  type Method,
  type Val,
} from '../bytecode/index.ts'
import { bytesToHex } from '../kit/index.ts'
import type { BalanceState } from './balances.ts'
import type { Context } from './context.ts'
import type { ContractObject } from './contract-object.ts'
import { failures, halt } from './failure.ts'
import { limits } from './limits.ts'

/** What a method's instruction becomes before it runs: what to charge, what to do, with which operand. */
export interface Step {
  readonly gas: number
  readonly flow: 'plain' | 'call' | 'return'
  readonly run: (frame: Frame, operand: AnyOperand) => Frame | undefined
  readonly operand: AnyOperand
}

export interface FrameInput {
  readonly context: Context
  readonly object: ContractObject
  readonly method: Method
  readonly stack: Val[]
  /** First free slot of the shared stack. */
  readonly stackTop: number
  readonly args: readonly Val[]
  readonly caller: Frame | undefined
  readonly balances: BalanceState | undefined
  /** Called from another contract or script, not from within. */
  readonly isExternal: boolean
}

/**
 * One call of one method. All frames share one array as operand stack: below `base` lie this frame's locals, and below those
 * what belongs to its callers. A class, because it is the machine's hot spot.
 */
export class Frame {
  readonly context: Context
  readonly object: ContractObject
  readonly method: Method
  readonly stack: Val[]
  readonly caller: Frame | undefined
  readonly balances: BalanceState | undefined
  readonly isExternal: boolean
  readonly #localsBase: number
  readonly #base: number
  top: number
  pc = 0

  constructor(input: FrameInput) {
    const { method, args, stack, stackTop } = input
    if (args.length !== method.argsLength) {
      halt(failures.InvalidMethodArgLength(args.length, method.argsLength))
    }
    if (method.localsLength < args.length) halt(failures.InvalidMethod)
    if (stackTop + method.localsLength > limits.operandStack) halt(failures.StackOverflow)
    for (let i = 0; i < args.length; i++) stack[stackTop + i] = args[i]!
    for (let i = args.length; i < method.localsLength; i++) stack[stackTop + i] = falseVal
    this.context = input.context
    this.object = input.object
    this.method = method
    this.stack = stack
    this.caller = input.caller
    this.balances = input.balances
    this.isExternal = input.isExternal
    this.#localsBase = stackTop
    this.#base = stackTop + method.localsLength
    this.top = this.#base
  }

  push(value: Val): void {
    if (this.top >= limits.operandStack) halt(failures.StackOverflow)
    this.stack[this.top++] = value
  }

  pushAll(values: readonly Val[]): void {
    if (this.top + values.length > limits.operandStack) halt(failures.StackOverflow)
    for (const value of values) this.stack[this.top++] = value
  }

  pop(): Val {
    const index = this.top - 1
    if (index < this.#base) halt(failures.StackUnderflow)
    this.top = index
    return this.stack[index]!
  }

  popMany(count: number): Val[] {
    if (count > this.top - this.#base) halt(failures.StackUnderflow)
    if (count < 0) halt(failures.NegativeArgumentInStack)
    this.top -= count
    return this.stack.slice(this.top, this.top + count)
  }

  duplicateTop(): void {
    if (this.top <= this.#base) halt(failures.StackUnderflow)
    this.push(this.stack[this.top - 1]!)
  }

  swapTopTwo(): void {
    if (this.top - 2 < this.#base) halt(failures.StackUnderflow)
    const upper = this.stack[this.top - 1]!
    this.stack[this.top - 1] = this.stack[this.top - 2]!
    this.stack[this.top - 2] = upper
  }

  /** What this frame has on the stack, without its locals. */
  ownStack(): Val[] {
    return this.stack.slice(this.#base, this.top)
  }

  popBool(): boolean {
    const value = this.pop()
    return value.type === 'Bool' ? value.value : halt(failures.InvalidType('Bool', value))
  }

  popI256(): bigint {
    const value = this.pop()
    return value.type === 'I256' ? value.value : halt(failures.InvalidType('I256', value))
  }

  popU256(): bigint {
    const value = this.pop()
    return value.type === 'U256' ? value.value : halt(failures.InvalidType('U256', value))
  }

  popBytes(): Uint8Array {
    const value = this.pop()
    return value.type === 'ByteVec' ? value.value : halt(failures.InvalidType('ByteVec', value))
  }

  popLock(): Lock {
    const value = this.pop()
    return value.type === 'Address' ? value.value : halt(failures.InvalidType('Address', value))
  }

  popAssetLock(): Lock {
    const lock = this.popLock()
    return isContractLock(lock) ? halt(failures.InvalidAssetAddress(lock)) : lock
  }

  popContractId(): Hash {
    const bytes = this.popBytes()
    return bytes.length === 32 ? bytesToHex(bytes) : halt(failures.InvalidContractId(bytes))
  }

  popTokenId(): Hash {
    const bytes = this.popBytes()
    return bytes.length === 32 ? bytesToHex(bytes) : halt(failures.InvalidTokenId(bytes))
  }

  /** A number that fits 32 bits signed, or undefined. */
  popInt(): number | undefined {
    const value = this.popU256()
    return value > int32Max ? undefined : Number(value)
  }

  getLocal(index: number): Val {
    this.#checkLocal(index)
    return this.stack[this.#localsBase + index]!
  }

  setLocal(index: number, value: Val): void {
    this.#checkLocal(index)
    this.stack[this.#localsBase + index] = value
  }

  #checkLocal(index: number): void {
    const length = this.#base - this.#localsBase
    if (index >= length) halt(failures.InvalidVarIndex(index, length - 1))
  }

  jump(offset: number): void {
    const target = this.pc + offset
    if (target < 0 || target >= this.method.instructions.length) halt(failures.InvalidInstrOffset)
    this.pc = target
  }

  /** Only frames that use assets have balances. */
  getBalances(): BalanceState {
    return this.balances ?? halt(failures.NoBalanceAvailable)
  }

  getCaller(): Frame {
    return this.caller ?? halt(failures.NoCaller)
  }

  /** The address others see behind this frame: the contract's, or whoever signed in front of a script. */
  ownLock(): Lock {
    return this.object.id === undefined ? this.context.uniqueInputLock() : contractLock(this.object.id)
  }

  /** Is this contract running in this frame or in one that led here? Scripts end the search. */
  isInCallStack(contractId: Hash): boolean {
    let frame: Frame | undefined = this
    while (frame?.object.id !== undefined) {
      if (frame.object.id === contractId) return true
      frame = frame.caller
    }
    return false
  }
}

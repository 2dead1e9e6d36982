import {
  bool,
  type InstructionName,
  i256,
  i256Max,
  i256Min,
  u256,
  u256Max,
  type Val,
  valText,
} from '../../bytecode/index.ts'
import { type Failure, failures, halt } from '../failure.ts'
import type { Frame } from '../frame.ts'
import { gas } from '../gas-table.ts'
import type { Handlers } from './family.ts'

/**
 * Integers of 256 bits. An operation that leaves its range, or divides by zero, gives undefined and the run fails with the
 * instruction and its operands in the text.
 */
type Operation = (a: bigint, b: bigint) => bigint | undefined

const inU256 = (value: bigint): bigint | undefined => (value < 0n || value > u256Max ? undefined : value)
const inI256 = (value: bigint): bigint | undefined => (value < i256Min || value > i256Max ? undefined : value)
const wrapped = (value: bigint): bigint => BigInt.asUintN(256, value)

/** The node prints the JVM's identity of the instruction object, which differs in every process; ours is always 0. */
export function arithmeticError(name: InstructionName, a: Val, b: Val): Failure {
  return failures.ArithmeticError(
    `Arithmetic error: org.alephium.protocol.vm.${name}$@0(${valText(a)}, ${valText(b)})`,
  )
}

const u256Operation =
  (name: InstructionName, operation: Operation) =>
  (frame: Frame): void => {
    const b = frame.popU256()
    const a = frame.popU256()
    frame.push(u256(operation(a, b) ?? halt(arithmeticError(name, u256(a), u256(b)))))
  }

const i256Operation =
  (name: InstructionName, operation: Operation) =>
  (frame: Frame): void => {
    const b = frame.popI256()
    const a = frame.popI256()
    frame.push(i256(operation(a, b) ?? halt(arithmeticError(name, i256(a), i256(b)))))
  }

const u256Comparison =
  (comparison: (a: bigint, b: bigint) => boolean) =>
  (frame: Frame): void => {
    const b = frame.popU256()
    const a = frame.popU256()
    frame.push(bool(comparison(a, b)))
  }

const i256Comparison =
  (comparison: (a: bigint, b: bigint) => boolean) =>
  (frame: Frame): void => {
    const b = frame.popI256()
    const a = frame.popI256()
    frame.push(bool(comparison(a, b)))
  }

/** BigInt division truncates toward zero as the chain does; the smallest I256 has no opposite. */
const i256Divisible = (a: bigint, b: bigint): boolean => b !== 0n && !(a === i256Min && b === -1n)

/** Rounds away from zero. */
function divideUp(a: bigint, b: bigint): bigint {
  const quotient = a / b
  if (a % b === 0n) return quotient
  return a < 0n === b < 0n ? quotient + 1n : quotient - 1n
}

/** 0^0 is 1. Whatever needs more than 256 bits is given up before it is computed. */
function power(base: bigint, exponent: bigint): bigint | undefined {
  if (exponent === 0n || base === 1n) return 1n
  if (base === 0n) return 0n
  if (base === -1n) return exponent % 2n === 0n ? 1n : -1n
  return exponent > 256n ? undefined : base ** exponent
}

function modPower(base: bigint, exponent: bigint): bigint {
  let result = 1n
  let square = base
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = wrapped(result * square)
    square = wrapped(square * square)
  }
  return result
}

const byteLength = (value: bigint): number => (value === 0n ? 0 : Math.ceil(value.toString(2).length / 8))

function exponentiate(
  frame: Frame,
  popBase: () => bigint,
  make: (value: bigint) => Val,
  range: (value: bigint) => bigint | undefined,
): void {
  const exponent = frame.popU256()
  const base = popBase()
  const raised = power(base, exponent)
  const result = raised === undefined ? undefined : range(raised)
  if (result === undefined) {
    halt(failures.ArithmeticError(`Exp overflow: ${valText(make(base))} ** ${exponent}`))
  }
  frame.context.meter.charge(gas.exponentiation(byteLength(exponent)))
  frame.push(make(result))
}

function modN(
  frame: Frame,
  sign: '+' | '*',
  operation: (a: bigint, b: bigint) => bigint,
  cost: number,
): void {
  const n = frame.popU256()
  const b = frame.popU256()
  const a = frame.popU256()
  if (n === 0n) halt(failures.ArithmeticError(`(U256(${a}) ${sign} U256(${b})) % U256(${n})`))
  frame.context.meter.charge(cost)
  frame.push(u256(operation(a, b) % n))
}

export const arithmetic = {
  I256Add: i256Operation('I256Add', (a, b) => inI256(a + b)),
  I256Sub: i256Operation('I256Sub', (a, b) => inI256(a - b)),
  I256Mul: i256Operation('I256Mul', (a, b) => inI256(a * b)),
  I256Div: i256Operation('I256Div', (a, b) => (i256Divisible(a, b) ? a / b : undefined)),
  I256Mod: i256Operation('I256Mod', (a, b) => (i256Divisible(a, b) ? a % b : undefined)),
  I256RoundInfinityDiv: i256Operation('I256RoundInfinityDiv', (a, b) =>
    i256Divisible(a, b) ? divideUp(a, b) : undefined,
  ),
  I256Eq: i256Comparison((a, b) => a === b),
  I256Neq: i256Comparison((a, b) => a !== b),
  I256Lt: i256Comparison((a, b) => a < b),
  I256Le: i256Comparison((a, b) => a <= b),
  I256Gt: i256Comparison((a, b) => a > b),
  I256Ge: i256Comparison((a, b) => a >= b),
  U256Add: u256Operation('U256Add', (a, b) => inU256(a + b)),
  U256Sub: u256Operation('U256Sub', (a, b) => inU256(a - b)),
  U256Mul: u256Operation('U256Mul', (a, b) => inU256(a * b)),
  U256Div: u256Operation('U256Div', (a, b) => (b === 0n ? undefined : a / b)),
  U256Mod: u256Operation('U256Mod', (a, b) => (b === 0n ? undefined : a % b)),
  U256RoundInfinityDiv: u256Operation('U256RoundInfinityDiv', (a, b) =>
    b === 0n ? undefined : divideUp(a, b),
  ),
  U256Eq: u256Comparison((a, b) => a === b),
  U256Neq: u256Comparison((a, b) => a !== b),
  U256Lt: u256Comparison((a, b) => a < b),
  U256Le: u256Comparison((a, b) => a <= b),
  U256Gt: u256Comparison((a, b) => a > b),
  U256Ge: u256Comparison((a, b) => a >= b),
  U256ModAdd: u256Operation('U256ModAdd', (a, b) => wrapped(a + b)),
  U256ModSub: u256Operation('U256ModSub', (a, b) => wrapped(a - b)),
  U256ModMul: u256Operation('U256ModMul', (a, b) => wrapped(a * b)),
  I256Exp: (frame) => exponentiate(frame, () => frame.popI256(), i256, inI256),
  U256Exp: (frame) => exponentiate(frame, () => frame.popU256(), u256, inU256),
  U256ModExp: (frame) => {
    const exponent = frame.popU256()
    const result = modPower(frame.popU256(), exponent)
    frame.context.meter.charge(gas.exponentiation(byteLength(exponent)))
    frame.push(u256(result))
  },
  AddModN: (frame) => modN(frame, '+', (a, b) => a + b, gas.addModN),
  MulModN: (frame) => modN(frame, '*', (a, b) => a * b, gas.mulModN),
} satisfies Partial<Handlers>

import {
  bool,
  byteVec,
  equalVals,
  type InstructionName,
  i256,
  i256Max,
  i256Min,
  u256,
  u256Max,
  type Val,
} from '../../bytecode/index.ts'
import { concatBytes } from '../../kit/index.ts'
import { CompilerLimit, refuse } from '../compile-error.ts'
import type { BinarySign, Type, UnarySign } from '../syntax/ast.ts'
import { boolType, byteVecType, i256Type, isPrimitive, sameType, typesText } from './type.ts'

/**
 * Operators: what they take and give, what they make of constants, and which instructions they become. Constants are
 * calculated for constant definitions, array sizes and indexes, and for division; other arithmetic is left to the machine.
 */
export interface Operator {
  readonly name: string
  readonly returnType: (types: readonly Type[]) => Type
  /** The value, or what is wrong. */
  readonly calculate: (values: readonly Val[]) => Val | string
  /** Instructions after those of the operands. */
  readonly code: (types: readonly Type[]) => readonly InstructionName[]
  readonly isArithmetic: boolean
  readonly division?: Division
}

export interface Division {
  /** From `a a a b`: the operands' signs decide which way of rounding is towards or away from zero. */
  readonly i256Code: readonly [ifSame: InstructionName, ifDifferent: InstructionName]
  readonly u256Code: InstructionName
}

type Calculation = (left: bigint, right: bigint) => bigint | undefined

const inU256 = (value: bigint): bigint | undefined => (value >= 0n && value <= u256Max ? value : undefined)
const inI256 = (value: bigint): bigint | undefined =>
  value >= i256Min && value <= i256Max ? value : undefined
const wrapped = (value: bigint): bigint => BigInt.asUintN(256, value)

function isNumeric(type: Type): boolean {
  if (type.kind === 'Panic') throw new CompilerLimit('panic! gives no value that an operator could use')
  return type.kind === 'I256' || type.kind === 'U256'
}

const invalidTypes = (types: readonly Type[], name: string): never =>
  refuse(`Invalid param types ${typesText(types)} for ${name} operator`)

const sameNumbers =
  (name: string) =>
  (types: readonly Type[]): Type => {
    const [left, right] = types
    if (types.length !== 2 || !sameType(left!, right!) || !isNumeric(left!)) return invalidTypes(types, name)
    return left!
  }

const isUnsigned = (type: Type | undefined): boolean => type?.kind === 'U256'

function both(
  name: string,
  i256Code: InstructionName,
  u256Code: InstructionName,
  i256Of: Calculation,
  u256Of: Calculation,
): Operator {
  return {
    name,
    isArithmetic: true,
    returnType: sameNumbers(name),
    calculate: calculateBoth(name, i256Of, u256Of),
    code: ([left]) => [left?.kind === 'I256' ? i256Code : u256Code],
  }
}

const calculateBoth =
  (name: string, i256Of: Calculation, u256Of: Calculation) =>
  (values: readonly Val[]): Val | string => {
    const [left, right] = values
    if (left?.type === 'I256' && right?.type === 'I256') {
      const value = i256Of(left.value, right.value)
      return value === undefined ? 'I256 overflow' : i256(value)
    }
    if (left?.type === 'U256' && right?.type === 'U256') {
      const value = u256Of(left.value, right.value)
      return value === undefined ? 'U256 overflow' : u256(value)
    }
    return `Expect two I256 or two U256 values for ${name} operator`
  }

function unsignedOnly(
  name: string,
  code: InstructionName,
  of: (left: bigint, right: bigint) => bigint,
): Operator {
  return {
    name,
    isArithmetic: true,
    returnType: sameNumbers(name),
    calculate: ([left, right]) =>
      left?.type === 'U256' && right?.type === 'U256'
        ? u256(of(left.value, right.value))
        : `Expect two U256 values for ${name} operator`,
    code: ([left]) => (isUnsigned(left) ? [code] : refuse(`${name} accepts U256 only`)),
  }
}

function bitwise(name: string, code: InstructionName, of: (left: bigint, right: bigint) => bigint): Operator {
  return {
    name,
    isArithmetic: true,
    returnType: sameNumbers(name),
    calculate: ([left, right]) => {
      if (left?.type === 'U256' && right?.type === 'U256') return u256(of(left.value, right.value))
      if (left?.type === 'I256' && right?.type === 'I256') return i256(of(left.value, right.value))
      return `Expect (U256, U256)/(I256, I256) for ${name} operator`
    },
    code: () => [code],
  }
}

function shift(name: string, code: InstructionName, i256Of: Calculation, u256Of: Calculation): Operator {
  return {
    name,
    isArithmetic: true,
    returnType: (types) => {
      const [left, right] = types
      if (types.length !== 2 || (left?.kind !== 'U256' && left?.kind !== 'I256') || !isUnsigned(right)) {
        return invalidTypes(types, name)
      }
      return left
    },
    calculate: ([left, right]) => {
      if ((left?.type !== 'U256' && left?.type !== 'I256') || right?.type !== 'U256') {
        return `Expect (I256/U256, U256) for ${name} operator`
      }
      const value = (left.type === 'U256' ? u256Of : i256Of)(left.value, right.value)
      if (value === undefined) return `${left.value} ${name} ${right.value} overflow`
      return left.type === 'U256' ? u256(value) : i256(value)
    },
    code: () => [code],
  }
}

const shiftMax = 256n
/** More bits than two bytes count as endless. */
const endlessShift = 0x10000n

function shiftedLeft(
  value: bigint,
  by: bigint,
  fits: (value: bigint) => bigint | undefined,
): bigint | undefined {
  if (value === 0n) return 0n
  return by < shiftMax ? fits(value << by) : undefined
}

function shiftedRight(value: bigint, by: bigint): bigint {
  if (value === 0n || by >= endlessShift) return 0n
  return value < 0n ? -(-value >> by) : value >> by
}

const int32Max = 0x7fffffffn
const bitLength = (value: bigint): number => (value < 0n ? -value - 1n : value).toString(2).length

function power(
  value: bigint,
  exponent: bigint,
  fits: (value: bigint) => bigint | undefined,
): bigint | undefined {
  if (value === 0n) return exponent === 0n ? 1n : 0n
  if (value === 1n) return 1n
  if (value === -1n) return exponent % 2n === 1n ? -1n : 1n
  if (exponent > int32Max || (bitLength(value) - 1) * Number(exponent) > 256) return undefined
  return fits(value ** exponent)
}

function modularPower(value: bigint, exponent: bigint): bigint {
  let result = 1n
  let base = value
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = wrapped(result * base)
    base = wrapped(base * base)
  }
  return result
}

/** Division that rounds away from zero; the caller has excluded what does not fit. */
function awayFromZero(left: bigint, right: bigint): bigint {
  const size = (abs(left) + abs(right) - 1n) / abs(right)
  const sameSign = (left >= 0n && right > 0n) || (left <= 0n && right < 0n)
  return sameSign ? size : -size
}

const abs = (value: bigint): bigint => (value < 0n ? -value : value)

const divides = (left: bigint, right: bigint): boolean => right !== 0n && !(right === -1n && left === i256Min)

function division(
  name: string,
  i256Code: Division['i256Code'],
  u256Code: InstructionName,
  i256Of: Calculation,
  u256Of: Calculation,
): Operator {
  return {
    name,
    isArithmetic: true,
    returnType: sameNumbers(name),
    calculate: calculateBoth(name, i256Of, u256Of),
    code: () => [],
    division: { i256Code, u256Code },
  }
}

const towards: Calculation = (left, right) => (divides(left, right) ? left / right : undefined)
const away: Calculation = (left, right) => (divides(left, right) ? awayFromZero(left, right) : undefined)
const signsAgree = (left: bigint, right: bigint): boolean => (left ^ right) >= 0n

const concat: Operator = {
  name: '++',
  isArithmetic: false,
  returnType: (types) =>
    types.length === 2 && types.every((type) => type.kind === 'ByteVec')
      ? byteVecType
      : invalidTypes(types, '++'),
  calculate: ([left, right]) =>
    left?.type === 'ByteVec' && right?.type === 'ByteVec'
      ? byteVec(concatBytes(left.value, right.value))
      : 'Expect two ByteVec values for ++ operator',
  code: () => ['ByteVecConcat'],
}

const comparable =
  (name: string) =>
  (types: readonly Type[]): Type => {
    const [left, right] = types
    if (types.length !== 2 || !sameType(left!, right!) || !isPrimitive(left!))
      return invalidTypes(types, name)
    return boolType
  }

function equality(name: string, suffix: 'Eq' | 'Neq'): Operator {
  return {
    name,
    isArithmetic: false,
    returnType: comparable(name),
    calculate: ([left, right]) => bool(equalVals(left!, right!) === (suffix === 'Eq')),
    code: ([left]) => [`${left!.kind}${suffix}` as InstructionName],
  }
}

function order(
  name: string,
  suffix: 'Lt' | 'Le' | 'Gt' | 'Ge',
  of: (left: bigint, right: bigint) => boolean,
): Operator {
  return {
    name,
    isArithmetic: false,
    returnType: comparable(name),
    calculate: ([left, right]) =>
      (left?.type === 'I256' || left?.type === 'U256') && right?.type === left.type
        ? bool(of(left.value, right.value as bigint))
        : `Expect two I256 or two U256 values for ${name} operator`,
    code: ([left]) =>
      left?.kind === 'I256' || left?.kind === 'U256'
        ? [`${left.kind}${suffix}` as InstructionName]
        : refuse(`Expect I256/U256 for ${name} operator`),
  }
}

function logical(
  name: string,
  code: InstructionName,
  of: (left: boolean, right: boolean) => boolean,
): Operator {
  return {
    name,
    isArithmetic: false,
    returnType: (types) =>
      types.length === 2 && types.every((type) => type.kind === 'Bool')
        ? boolType
        : invalidTypes(types, name),
    calculate: ([left, right]) =>
      left?.type === 'Bool' && right?.type === 'Bool'
        ? bool(of(left.value, right.value))
        : `Expect two Bool values for ${name} operator`,
    code: () => [code],
  }
}

const not: Operator = {
  name: '!',
  isArithmetic: false,
  returnType: (types) =>
    types.length === 1 && types[0]!.kind === 'Bool' ? boolType : invalidTypes(types, '!'),
  calculate: ([value]) =>
    value?.type === 'Bool' ? bool(!value.value) : 'Expect a Bool value for ! operator',
  code: () => ['BoolNot'],
}

const negate: Operator = {
  name: '-',
  isArithmetic: false,
  returnType: (types) =>
    types.length === 1 && types[0]!.kind === 'I256' ? i256Type : invalidTypes(types, '-'),
  calculate: ([value]) => {
    if (value?.type !== 'I256') return 'Expect a I256 value for - operator'
    const negative = inI256(-value.value)
    return negative === undefined ? `Negation error for I256(${value.value})` : i256(negative)
  },
  code: () => ['I256Const0', 'Swap', 'I256Sub'],
}

const add = both(
  '+',
  'I256Add',
  'U256Add',
  (l, r) => inI256(l + r),
  (l, r) => inU256(l + r),
)
const sub = both(
  '-',
  'I256Sub',
  'U256Sub',
  (l, r) => inI256(l - r),
  (l, r) => inU256(l - r),
)
const mul = both(
  '*',
  'I256Mul',
  'U256Mul',
  (l, r) => inI256(l * r),
  (l, r) => inU256(l * r),
)
const mod = both(
  '%',
  'I256Mod',
  'U256Mod',
  (l, r) => (divides(l, r) ? l % r : undefined),
  (l, r) => (r === 0n ? undefined : l % r),
)
const exp: Operator = {
  name: '**',
  isArithmetic: true,
  returnType: (types) => {
    if (types.length !== 2 || !isNumeric(types[0]!) || !isUnsigned(types[1])) return invalidTypes(types, '**')
    return types[0]!
  },
  calculate: ([left, right]) => {
    if ((left?.type !== 'I256' && left?.type !== 'U256') || right?.type !== 'U256') {
      return 'Expect (I256, U256) or (U256, U256) for ** operator'
    }
    const value = power(left.value, right.value, left.type === 'I256' ? inI256 : inU256)
    if (value === undefined) return `${left.type} overflow`
    return left.type === 'I256' ? i256(value) : u256(value)
  },
  code: ([left]) => [left?.kind === 'I256' ? 'I256Exp' : 'U256Exp'],
}

export const unaryOperators: Readonly<Record<UnarySign, Operator>> = { '!': not, '-': negate }

export const binaryOperators: Readonly<Record<BinarySign, Operator>> = {
  '||': logical('||', 'BoolOr', (left, right) => left || right),
  '&&': logical('&&', 'BoolAnd', (left, right) => left && right),
  '==': equality('==', 'Eq'),
  '!=': equality('!=', 'Neq'),
  '<=': order('<=', 'Le', (l, r) => l <= r),
  '<': order('<', 'Lt', (l, r) => l < r),
  '>=': order('>=', 'Ge', (l, r) => l >= r),
  '>': order('>', 'Gt', (l, r) => l > r),
  '|': bitwise('|', 'NumericBitOr', (l, r) => l | r),
  '^': bitwise('^', 'NumericXor', (l, r) => l ^ r),
  '&': bitwise('&', 'NumericBitAnd', (l, r) => l & r),
  '<<': shift(
    '<<',
    'NumericSHL',
    (value, by) => shiftedLeft(value, by, inI256),
    (value, by) => shiftedLeft(value, by, inU256),
  ),
  '>>': shift('>>', 'NumericSHR', shiftedRight, shiftedRight),
  '++': concat,
  '+': add,
  '-': sub,
  '|+|': unsignedOnly('|+|', 'U256ModAdd', (l, r) => wrapped(l + r)),
  '|-|': unsignedOnly('|-|', 'U256ModSub', (l, r) => wrapped(l - r)),
  '*': mul,
  '/': division(
    '/',
    ['I256Div', 'I256RoundInfinityDiv'],
    'U256Div',
    (l, r) => (signsAgree(l, r) ? towards(l, r) : away(l, r)),
    (l, r) => (r === 0n ? undefined : l / r),
  ),
  '\\': division(
    '\\',
    ['I256RoundInfinityDiv', 'I256Div'],
    'U256RoundInfinityDiv',
    (l, r) => (signsAgree(l, r) ? away(l, r) : towards(l, r)),
    (l, r) => (r === 0n ? undefined : (l + r - 1n) / r),
  ),
  '%': mod,
  '|*|': unsignedOnly('|*|', 'U256ModMul', (l, r) => wrapped(l * r)),
  '**': exp,
  '|**|': unsignedOnly('|**|', 'U256ModExp', modularPower),
}

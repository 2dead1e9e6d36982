import type { Val } from '../../bytecode/index.ts'
import { CompileError, CompilerLimit, placed, refuse } from '../compile-error.ts'
import type { ArrayType, Expr, Ident } from '../syntax/ast.ts'
import { deepParts } from './deep-parts.ts'
import { operatorRow } from './operator-row.ts'
import { binaryOperators, type Operator, unaryOperators } from './operators.ts'
import { checkedSize, primitiveTypes } from './type.ts'

/** Calculates what is known before the program runs: constants, enum fields, array sizes. */

/** The value of a constant, or a refusal. */
export type ConstantLookup = (ident: Ident) => Val

export const enumFieldIdent = (enumName: string, field: Ident): Ident => ({
  name: `${enumName}.${field.name}`,
  span: field.span,
})

export function calculate(expr: Expr, lookUp: ConstantLookup): Val {
  const known = new Map<Expr, Val>()
  for (const part of deepParts(expr)) known.set(part, calculateWith(known, part, lookUp))
  return calculateWith(known, expr, lookUp)
}

function calculateWith(known: ReadonlyMap<Expr, Val>, expr: Expr, lookUp: ConstantLookup): Val {
  const value = known.get(expr)
  if (value !== undefined) return value
  const calculate = (part: Expr): Val => calculateWith(known, part, lookUp)
  switch (expr.kind) {
    case 'Const':
      return expr.value
    case 'Variable':
      return lookUp(expr.id)
    case 'EnumFieldSelector':
      return lookUp(enumFieldIdent(expr.enumId.name, expr.field))
    case 'ParenExpr':
      return calculate(expr.expr)
    case 'Binop': {
      const { first, operations } = operatorRow(expr)
      let left = calculate(first)
      for (const operation of operations)
        left = apply(operation, binaryOperators[operation.op], [left, calculate(operation.right)])
      return left
    }
    case 'UnaryOp':
      return apply(expr, unaryOperators[expr.op], [calculate(expr.expr)])
    default:
      return refuse(
        `Expected constant value with primitive types Bool/I256/U256/ByteVec/Address, ${labelOf(expr)} are not supported`,
        expr.span,
      )
  }
}

/** No contract can be larger, so nothing longer can be used. */
const constantBytesMax = 32 * 1024

const bytesIn = (values: readonly Val[]): number =>
  values.reduce((sum, value) => sum + (value.type === 'ByteVec' ? value.value.length : 0), 0)

function apply(expr: Expr, operator: Operator, values: readonly Val[]): Val {
  placed(expr.span, () => operator.returnType(values.map((value) => primitiveTypes[value.type])))
  if (bytesIn(values) > constantBytesMax)
    throw new CompilerLimit(`A constant is longer than ${constantBytesMax} bytes`, { span: expr.span })
  const result = operator.calculate(values)
  return typeof result === 'string' ? refuse(result, expr.span) : result
}

function labelOf(expr: Expr): string {
  switch (expr.kind) {
    case 'CreateArrayExpr1':
    case 'CreateArrayExpr2':
      return 'arrays'
    case 'StructCtor':
      return 'structs'
    case 'ContractConv':
      return 'contract instances'
    default:
      return 'other expressions'
  }
}

export function tryCalculate(expr: Expr, lookUp: ConstantLookup): Val | undefined {
  try {
    return calculate(expr, lookUp)
  } catch (error) {
    if (error instanceof CompileError) return undefined
    throw error
  }
}

export function calculateSize(expr: Expr, lookUp: ConstantLookup): number {
  const value = calculate(expr, lookUp)
  if (value.type !== 'U256') return refuse('Invalid array size, expected a constant U256 value', expr.span)
  return checkedSize(value.value, expr.span)
}

export function sizeOfArray(type: ArrayType, lookUp: ConstantLookup): number {
  if (typeof type.size === 'number') return type.size
  type.calculated ??= calculateSize(type.size, lookUp)
  return type.calculated
}

import type { Val } from '../../bytecode/index.ts'
import type { State } from '../check/state.ts'
import { varIndexMax } from '../check/variable-table.ts'
import type { Offset } from '../check/variables.ts'
import { refuse } from '../compile-error.ts'
import { exprText } from '../model/jvm-text.ts'
import { binaryOperators } from '../model/operators.ts'
import type { ArrayType, Expr } from '../syntax/ast.ts'
import type { Span } from '../syntax/span.ts'
import { type Code, ops, u256Code } from './code.ts'

/** Places of values within arrays and structs, known or calculated at run time. */

export function addOffsets(left: Offset, right: Offset): Offset {
  if (typeof left === 'number' && typeof right === 'number') return left + right
  if (typeof left === 'number') return addOffsets(right, left)
  if (typeof right === 'number') return right === 0 ? left : [...left, u256Code(right), ...ops('U256Add')]
  return [...left, ...right, ...ops('U256Add')]
}

export const offsetCode = (offset: Offset): Code => (typeof offset === 'number' ? [u256Code(offset)] : offset)

export function checkConstantIndex(index: number, span: Span | undefined): void {
  if (index < 0 || index >= varIndexMax) refuse(`Invalid array index ${index}`, span)
}

/** Calculates operations on literals, from the inside out; anything else stays. */
function folded(index: Expr): Expr {
  if (index.kind !== 'Binop') return index
  const left = folded(index.left)
  const right = folded(index.right)
  const operator = binaryOperators[index.op]
  const isFolded = left !== index.left || right !== index.right
  const expr: Expr = isFolded ? { kind: 'Binop', op: index.op, left, right } : index
  if (operator.isArithmetic && isU256(left) && isU256(right)) {
    const value = operator.calculate([left.value, right.value])
    if (typeof value === 'string') return refuse(`Invalid array index ${exprText(expr)}`, expr.span)
    return { kind: 'Const', value }
  }
  return expr
}

const isU256 = (expr: Expr): expr is Expr & { kind: 'Const'; value: Val & { type: 'U256' } } =>
  expr.kind === 'Const' && expr.value.type === 'U256'

const int32Max = 0x7fffffffn

/** The index if it is a literal or an operation on literals. */
function constantIndex(index: Expr): number | undefined {
  const constant = folded(index)
  if (!isU256(constant)) return undefined
  const { value } = constant.value
  if (value > int32Max) return refuse(`Invalid array index: ${value}`, index.span)
  checkConstantIndex(Number(value), index.span)
  return Number(value)
}

/** Where an element starts, in elements. */
export function elementOffset(state: State, index: Expr, array: ArrayType): Offset {
  const size = state.types.sizeOf(array)
  const constant = constantIndex(index)
  if (constant === undefined) {
    return [...state.emit(index), ...ops('Dup'), u256Code(size), ...ops('U256Lt', 'Assert')]
  }
  if (constant >= size) refuse(`Invalid array index: ${constant}, array size: ${size}`, index.span)
  return constant
}

/** Where an element starts if each takes so many values. */
export function elementAt(state: State, start: Offset, index: Expr, array: ArrayType, width: number): Offset {
  const element = elementOffset(state, index, array)
  return addOffsets(
    start,
    typeof element === 'number' ? element * width : [...element, u256Code(width), ...ops('U256Mul')],
  )
}

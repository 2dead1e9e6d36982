import { checkedSize, primitiveTypes } from '../model/type.ts'
import type { Expr, Type } from './ast.ts'
import { expression } from './expressions.ts'
import { typeId } from './lexer.ts'
import { choice, lazy, literal, map, offset, type Rule, remembered, separated, seq } from './peg.ts'

const isPrimitiveName = (name: string): name is keyof typeof primitiveTypes =>
  Object.hasOwn(primitiveTypes, name)

const namedType: Rule<Type> = map(typeId, (id) =>
  isPrimitiveName(id.name) ? primitiveTypes[id.name] : { kind: 'Named', id },
)

const arrayType: Rule<Type> = map(
  seq(
    literal('['),
    lazy(() => type),
    literal(';'),
    expression,
    literal(']'),
  ),
  ([, base, , size]) => ({ kind: 'Array', base, size: writtenSize(size) }),
)

/** A plain number is known at once. */
const writtenSize = (size: Expr): number | Expr =>
  size.kind === 'Const' && size.value.type === 'U256' ? checkedSize(size.value.value, size.span) : size

const tupleType: Rule<Type> = map(
  seq(
    offset,
    literal('('),
    separated(
      lazy(() => type),
      1,
      ',',
    ),
    literal(')'),
    offset,
  ),
  ([, , types]) => (types.length === 1 ? types[0]! : { kind: 'Tuple', types }),
)

export const type: Rule<Type> = remembered(choice(namedType, arrayType, tupleType))

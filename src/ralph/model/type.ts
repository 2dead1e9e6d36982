import type { ValType } from '../../bytecode/index.ts'
import { CompilerLimit, refuse } from '../compile-error.ts'
import type { ArrayType, PrimitiveType, Type } from '../syntax/ast.ts'
import type { Span } from '../syntax/span.ts'
import { exprText } from './jvm-text.ts'

export const boolType: Type = { kind: 'Bool' }
export const i256Type: Type = { kind: 'I256' }
export const u256Type: Type = { kind: 'U256' }
export const byteVecType: Type = { kind: 'ByteVec' }
export const addressType: Type = { kind: 'Address' }
export const panicType: Type = { kind: 'Panic' }

export const primitiveTypes = {
  Bool: boolType,
  I256: i256Type,
  U256: u256Type,
  ByteVec: byteVecType,
  Address: addressType,
} as const satisfies Record<ValType, Type>

export const isPrimitive = (type: Type): type is PrimitiveType => type.kind in primitiveTypes

export const arrayOf = (base: Type, size: number): ArrayType => ({ kind: 'Array', base, size })

/** Sizes are 32-bit integers of the JVM. The node cuts larger ones and goes on with what is left, be it negative. */
const arraySizeMax = 0x7fffffffn

export function checkedSize(size: bigint, span: Span | undefined): number {
  if (size <= arraySizeMax) return Number(size)
  throw new CompilerLimit(`Invalid array size, expected at most ${arraySizeMax}`, { span })
}

export function arraySize(type: ArrayType): number {
  if (typeof type.size === 'number') return type.size
  return type.calculated ?? refuse('Unresolved array size', type.size.span)
}

/** Equal types have equal keys; where they stand in the source does not matter. */
export function typeKey(type: Type): string {
  switch (type.kind) {
    case 'Array':
      return `[${typeKey(type.base)};${typeof type.size === 'number' ? type.size : `=${exprText(type.size)}`}]`
    case 'Named':
      return `name ${type.id.name}`
    case 'Struct':
      return `struct ${type.id.name}`
    case 'Contract':
      return `contract ${type.id.name}`
    case 'Map':
      return `map ${typeKey(type.key)} ${typeKey(type.value)}`
    case 'Tuple':
      return `(${type.types.map(typeKey).join(',')})`
    default:
      return type.kind
  }
}

export const sameType = (a: Type, b: Type): boolean => a === b || typeKey(a) === typeKey(b)

export const sameTypes = (a: readonly Type[], b: readonly Type[]): boolean =>
  a.length === b.length && a.every((type, i) => sameType(type, b[i]!))

/** How types appear in artifacts and method selectors. */
export function signatureOf(type: Type): string {
  switch (type.kind) {
    case 'Array':
      return `[${signatureOf(type.base)};${arraySize(type)}]`
    case 'Named':
    case 'Struct':
      return type.id.name
    case 'Map':
      return `Map[${signatureOf(type.key)},${signatureOf(type.value)}]`
    case 'Tuple':
      return `(${type.types.map(signatureOf).join(',')})`
    case 'Contract':
      return 'ByteVec'
    default:
      return type.kind
  }
}

/** How types appear in error messages. */
export function typeText(type: Type): string {
  switch (type.kind) {
    case 'Array':
      return `FixedSizeArray(${typeText(type.base)},${arraySize(type)})`
    case 'Named':
      return `NamedType(TypeId(${type.id.name}))`
    case 'Struct':
    case 'Contract':
      return type.id.name
    case 'Map':
      return `Map[${typeText(type.key)},${typeText(type.value)}]`
    case 'Tuple':
      return `Tuple${signatureOf(type)}`
    default:
      return type.kind
  }
}

export const typesText = (types: readonly Type[]): string => `List(${types.map(typeText).join(', ')})`

export const quote = (text: string): string => `"${text}"`

export const quoteTypes = (types: readonly Type[]): string =>
  quote(types.length === 1 ? typeText(types[0]!) : typesText(types))

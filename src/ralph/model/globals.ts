import type { Val } from '../../bytecode/index.ts'
import { CompilerLimit, refuse } from '../compile-error.ts'
import type {
  ArrayType,
  ConstantDef,
  EnumDef,
  EnumField,
  Ident,
  Program,
  Struct,
  StructField,
  Type,
  TypeId,
} from '../syntax/ast.ts'
import { checkUnique } from '../syntax/unique.ts'
import { calculate, enumFieldIdent, sizeOfArray } from './constants.ts'
import { listText } from './jvm-text.ts'
import { arrayOf, quote, typeKey, typeText } from './type.ts'

export interface Constant {
  readonly ident: Ident
  readonly value: Val
  readonly def: ConstantDef | EnumField
}

/** Larger than any code could use; more would only fill the memory of whoever compiles. */
const flattenedMax = 100_000

const tuplePrefix = 'Tuple('

export const isTuple = (struct: Struct): boolean => struct.id.name.startsWith(tuplePrefix)

export function fieldOf(struct: Struct, selector: Ident): StructField {
  const found = struct.fields.find(({ ident }) => ident.name === selector.name)
  if (found !== undefined) return found
  const label = isTuple(struct) ? 'tuple' : 'struct'
  return refuse(`Field ${selector.name} does not exist in ${label} ${struct.id.name}`, selector.span)
}

/** What every contract sees: structs, global constants and enums. A tuple is a struct without a written name. */
export class Globals {
  readonly structs: readonly Struct[]
  readonly constants: readonly ConstantDef[]
  readonly enums: readonly EnumDef[]
  readonly #values = new Map<string, Constant>()
  readonly #constantNames: ReadonlySet<string>
  readonly #enumNames: ReadonlySet<string>
  readonly #structsByName = new Map<string, Struct>()
  readonly #used = new Set<string>()
  readonly #tuples = new Map<string, Struct>()
  readonly #resolved = new Map<string, Type>()
  readonly #sizes = new Map<string, number>()

  constructor({ structs, constants, enums }: Pick<Program, 'structs' | 'constants' | 'enums'>) {
    this.structs = structs
    this.constants = constants
    this.enums = enums
    this.#constantNames = new Set(constants.map(({ ident }) => ident.name))
    this.#enumNames = new Set(enums.map(({ id }) => id.name))
    for (const struct of [...structs].reverse()) this.#structsByName.set(struct.id.name, struct)
    checkUnique(
      constants.map(({ ident, span }) => ({ name: ident.name, span })),
      'constant variables',
    )
    for (const def of constants) {
      this.#values.set(def.ident.name, { ident: def.ident, value: calculate(def.expr, this.#lookUp), def })
    }
    checkUnique(
      enums.map(({ id, span }) => ({ name: id.name, span })),
      'enums',
    )
    for (const { id, fields } of enums) {
      for (const field of fields) {
        const ident = enumFieldIdent(id.name, field.ident)
        this.#values.set(ident.name, { ident, value: field.value.value, def: field })
      }
    }
    for (const { fields } of structs) {
      for (const { type } of fields) if (type.kind === 'Array') this.sizeOf(type)
    }
  }

  /** The constant of this name, which then counts as used. */
  find(ident: Ident): Constant | undefined {
    this.#used.add(ident.name)
    return this.#values.get(ident.name)
  }

  readonly #lookUp = (ident: Ident): Val =>
    this.find(ident)?.value ??
    refuse(`Constant variable ${ident.name} does not exist or is used before declaration`, ident.span)

  calculated(): { readonly name: string; readonly value: Val }[] {
    return this.constants.map(({ ident }) => ({
      name: ident.name,
      value: this.#values.get(ident.name)!.value,
    }))
  }

  unusedConstants(): string[] {
    const names = [
      ...this.constants.map(({ ident }) => ident.name),
      ...this.enums.flatMap(({ id, fields }) => fields.map(({ ident }) => `${id.name}.${ident.name}`)),
    ]
    return names.filter((name) => !this.#used.has(name))
  }

  hasConstant(name: string): boolean {
    return this.#constantNames.has(name)
  }

  hasEnum(name: string): boolean {
    return this.#enumNames.has(name)
  }

  sizeOf(type: ArrayType): number {
    return sizeOfArray(type, this.#lookUp)
  }

  resolve(type: Type): Type {
    switch (type.kind) {
      case 'Named':
      case 'Array':
      case 'Map':
      case 'Tuple': {
        const key = typeKey(type)
        const known = this.#resolved.get(key)
        if (known !== undefined) return known
        const resolved = this.#resolve(type)
        this.#resolved.set(key, resolved)
        return resolved
      }
      default:
        return type
    }
  }

  #resolve(type: Type): Type {
    switch (type.kind) {
      case 'Named': {
        const struct = this.findStruct(type.id)
        return struct === undefined ? { kind: 'Contract', id: type.id } : { kind: 'Struct', id: struct.id }
      }
      case 'Array':
        return arrayOf(this.resolve(type.base), this.sizeOf(type))
      case 'Map':
        return { kind: 'Map', key: this.resolve(type.key), value: this.resolve(type.value) }
      case 'Tuple':
        return this.#tuple(type.types, typeKey(type))
      default:
        return type
    }
  }

  #tuple(types: readonly Type[], key: string): Type {
    let struct = this.#tuples.get(key)
    if (struct === undefined) {
      const fields = types.map((type, i) => ({
        ident: { name: `_${i}` },
        mutable: true,
        type: this.resolve(type),
      }))
      const id = { name: `${tuplePrefix}${fields.map(({ type }) => typeText(type)).join(',')})` }
      struct = { kind: 'struct', id, fields }
      this.#tuples.set(key, struct)
      if (!this.#structsByName.has(id.name)) this.#structsByName.set(id.name, struct)
    }
    return { kind: 'Struct', id: struct.id }
  }

  findStruct(id: TypeId): Struct | undefined {
    return this.#structsByName.get(id.name)
  }

  struct(id: TypeId): Struct {
    return this.findStruct(id) ?? refuse(`Struct ${quote(id.name)} does not exist`, id.span)
  }

  /** How many values types take once arrays and structs are laid out flat. */
  flatLength(types: readonly Type[]): number {
    return checkedLength(this.countFlat(types))
  }

  /** The same without a bound, for those who have a narrower one. */
  countFlat(types: readonly Type[]): number {
    let length = 0
    for (const type of types) {
      const isFlat = type.kind !== 'Array' && type.kind !== 'Named' && type.kind !== 'Struct'
      length += isFlat ? 1 : this.#flatSize(type, [])
    }
    return length
  }

  #flatSize(type: Type, within: readonly TypeId[]): number {
    const key = typeKey(type)
    const known = this.#sizes.get(key)
    if (known !== undefined) return known
    const size = this.#countFlat(type, within)
    this.#sizes.set(key, size)
    return size
  }

  #countFlat(type: Type, within: readonly TypeId[]): number {
    switch (type.kind) {
      case 'Named':
      case 'Struct': {
        const { id } = type
        if (within.some(({ name }) => name === id.name)) {
          const names = listText(within.map(({ name }) => name))
          return refuse(`These structs ${quote(names)} have circular references`, id.span)
        }
        const struct = this.findStruct(id)
        if (struct === undefined) return 1
        return struct.fields.reduce((sum, field) => sum + this.#flatSize(field.type, [...within, id]), 0)
      }
      case 'Array':
        return timesSize(this.sizeOf(type), this.#countFlat(type.base, within))
      case 'Tuple':
        return this.#countFlat(this.resolve(type), within)
      default:
        return 1
    }
  }

  /** The primitive and contract types a type consists of, in order. */
  flatten(type: Type, depth = 0): Type[] {
    checkDepth(depth)
    const resolved = this.resolve(type)
    if (this.flatLength([resolved]) === 0) return []
    if (resolved.kind === 'Struct') {
      return this.struct(resolved.id).fields.flatMap((field) => this.flatten(field.type, depth + 1))
    }
    if (resolved.kind === 'Array')
      return repeated(this.flatten(resolved.base, depth + 1), this.sizeOf(resolved))
    return [resolved]
  }

  /** For each flat value whether it can be changed, if the whole can. */
  flatMutability(type: Type, mutable: boolean, depth = 0): boolean[] {
    checkDepth(depth)
    const resolved = this.resolve(type)
    const length = this.flatLength([resolved])
    if (length === 0) return []
    if (!mutable) return Array<boolean>(length).fill(false)
    if (resolved.kind === 'Array') {
      return repeated(this.flatMutability(resolved.base, true, depth + 1), this.sizeOf(resolved))
    }
    if (resolved.kind === 'Struct') {
      return this.struct(resolved.id).fields.flatMap((field) =>
        this.flatMutability(this.resolve(field.type), field.mutable, depth + 1),
      )
    }
    return [true]
  }
}

const typeDepthMax = 200

/** A struct that holds itself never ends. */
export function checkDepth(depth: number): void {
  if (depth > typeDepthMax) throw new CompilerLimit('A type holds itself or is nested too deeply')
}

function checkedLength(length: number): number {
  if (length > flattenedMax) throw new CompilerLimit('An array is too large')
  return length
}

/** Of empty arrays there may be more than a number can count. */
const timesSize = (size: number, length: number): number => (size === 0 ? 0 : size * length)

function repeated<T>(items: readonly T[], count: number): T[] {
  const all: T[] = []
  for (let i = 0; i < count; i++) for (const item of items) all.push(item)
  return all
}

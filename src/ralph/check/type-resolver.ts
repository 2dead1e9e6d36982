import type { Val } from '../../bytecode/index.ts'
import {
  type ConstantLookup,
  calculate,
  calculateSize,
  sizeOfArray,
  tryCalculate,
} from '../model/constants.ts'
import { checkDepth, type Globals } from '../model/globals.ts'
import { arrayOf } from '../model/type.ts'
import type { ArrayType, Expr, Struct, Type, TypeId } from '../syntax/ast.ts'

/** What types mean where a contract's own constants are visible, and what is known of values before the program runs. */
export class TypeResolver {
  readonly globals: Globals
  readonly constantValue: ConstantLookup
  readonly #mutableStructs = new Map<string, boolean>()

  constructor(globals: Globals, constantValue: ConstantLookup) {
    this.globals = globals
    this.constantValue = constantValue
  }

  calculate(expr: Expr): Val {
    return calculate(expr, this.constantValue)
  }

  tryCalculate(expr: Expr): Val | undefined {
    return tryCalculate(expr, this.constantValue)
  }

  calculateSize(expr: Expr): number {
    return calculateSize(expr, this.constantValue)
  }

  sizeOf(type: ArrayType): number {
    return sizeOfArray(type, this.constantValue)
  }

  resolve(type: Type): Type {
    if (type.kind === 'Array') return arrayOf(this.resolve(type.base), this.sizeOf(type))
    if (type.kind === 'Tuple') {
      return this.globals.resolve({ kind: 'Tuple', types: type.types.map((each) => this.resolve(each)) })
    }
    return this.globals.resolve(type)
  }

  resolveAll(types: readonly Type[]): Type[] {
    return types.map((type) => this.resolve(type))
  }

  struct(id: TypeId): Struct {
    return this.globals.struct(id)
  }

  flatLength(types: readonly Type[]): number {
    return this.globals.flatLength(this.resolveAll(types))
  }

  flatMutability(type: Type, mutable: boolean): boolean[] {
    return this.globals.flatMutability(this.resolve(type), mutable)
  }

  /** Whether all of it can be assigned at once. */
  isMutable(type: Type, depth = 0): boolean {
    checkDepth(depth)
    const resolved = this.resolve(type)
    if (resolved.kind === 'Struct') {
      const { name } = resolved.id
      const known = this.#mutableStructs.get(name)
      if (known !== undefined) return known
      const found = this.struct(resolved.id).fields.every(
        (field) => field.mutable && this.isMutable(field.type, depth + 1),
      )
      this.#mutableStructs.set(name, found)
      return found
    }
    return resolved.kind === 'Array' ? this.isMutable(resolved.base, depth + 1) : true
  }
}

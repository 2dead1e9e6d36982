import type { Val } from '../../bytecode/index.ts'
import { CompilerLimit } from '../compile-error.ts'
import type { Code } from '../emit/code.ts'
import { checkDepth } from '../model/globals.ts'
import { primitiveTypes, typesText } from '../model/type.ts'
import type { ConstantDef, EnumField, FuncDef, Ident, MapType, Type } from '../syntax/ast.ts'
import type { TypeResolver } from './type-resolver.ts'
import type { Helper, VariableTable } from './variable-table.ts'
import type { Reference, VarInfo } from './variables.ts'

interface NewVariable {
  readonly ident: Ident
  readonly type: Type
  readonly mutable: boolean
  readonly unused: boolean
  readonly generated: boolean
  readonly where: 'local' | 'field' | 'template'
}

const toInt8 = (value: number): number => (value << 24) >> 24

/** Makes variables and gives them their places: locals in a row, fields in two, one for each element of an array or struct. */
export class Declarations {
  readonly #table: VariableTable
  readonly #types: TypeResolver
  #immFields = 0
  #mutFields = 0
  #templateVars = 0

  constructor(table: VariableTable, types: TypeResolver) {
    this.#table = table
    this.#types = types
  }

  helper(helper: Helper): Ident {
    const known = this.#table.current.helpers.get(helper)
    if (known !== undefined) return known
    const ident = { name: this.#table.freshName() }
    const name = this.#table.checkNew(ident)
    this.#table.add(name, this.#table.root, {
      kind: 'Local',
      ident,
      type: helper === 'subContractId' ? primitiveTypes.ByteVec : primitiveTypes.U256,
      mutable: true,
      unused: false,
      generated: true,
      isLocal: true,
      index: this.#table.current.varIndex++,
    })
    this.#table.current.helpers.set(helper, ident)
    return ident
  }

  addMap(ident: Ident, type: MapType, index: number): void {
    const name = this.#table.checkNew(ident)
    this.#table.add(name, this.#table.scope, {
      kind: 'Map',
      ident,
      type,
      mutable: true,
      unused: false,
      generated: false,
      isLocal: false,
      index,
    })
  }

  addConstant(ident: Ident, value: Val, def: ConstantDef | EnumField | undefined, type?: Type): void {
    const name = this.#table.checkNew(ident)
    this.#table.add(
      name,
      this.#table.scope,
      {
        kind: 'Constant',
        ident,
        type: type ?? primitiveTypes[value.type],
        mutable: false,
        unused: false,
        generated: def === undefined,
        isLocal: true,
        value,
        def,
      },
      false,
    )
  }

  addInlined(ident: Ident, type: Type, code: Code): void {
    const name = this.#table.checkNew(ident)
    this.#table.add(name, this.#table.scope, {
      kind: 'Inlined',
      ident,
      type,
      mutable: false,
      unused: false,
      generated: false,
      isLocal: true,
      code,
    })
  }

  addLocal(ident: Ident, type: Type, mutable: boolean, unused = false, generated = false): void {
    this.#addVariable({ ident, type, mutable, unused, generated, where: 'local' })
  }

  addField(ident: Ident, type: Type, mutable: boolean, unused: boolean): void {
    this.#addVariable({ ident, type, mutable, unused, generated: false, where: 'field' })
  }

  addTemplate(ident: Ident, type: Type): void {
    this.#addVariable({ ident, type, mutable: false, unused: false, generated: false, where: 'template' })
  }

  #addVariable(variable: NewVariable, depth = 0): void {
    checkDepth(depth)
    const { ident, type, mutable, unused, generated, where } = variable
    const name = this.#table.checkNew(ident)
    if (type.kind === 'Array' || type.kind === 'Struct') {
      this.#addReference({ ...variable, type }, depth)
      return
    }
    const common = { ident, type, mutable, unused, generated }
    if (where === 'local') {
      this.#table.add(name, this.#table.scope, {
        kind: 'Local',
        ...common,
        isLocal: true,
        index: this.#table.current.varIndex++,
      })
    } else if (where === 'template') {
      const index = toInt8(this.#templateVars++)
      this.#table.add(name, this.#table.scope, { kind: 'Template', ...common, isLocal: false, index })
    } else {
      const index = mutable ? this.#mutFields++ : this.#immFields++
      this.#table.add(name, this.#table.scope, { kind: 'Field', ...common, isLocal: false, index })
    }
  }

  /** Variables for a value that has none yet. */
  makeReference(type: Type): Reference {
    const ident = { name: this.#table.freshName() }
    return this.#addReference(
      { ident, type, mutable: false, unused: false, generated: true, where: 'local' },
      0,
    )
  }

  /** One variable for each element or field, and one for the whole. */
  #addReference({ ident, type, mutable, unused, generated, where }: NewVariable, depth: number): Reference {
    const isLocal = where === 'local'
    const place = isLocal
      ? { local: this.#table.current.varIndex }
      : where === 'template'
        ? { local: this.#templateVars }
        : { imm: this.#immFields, mut: this.#mutFields }
    const resolved = this.#types.resolve(type)
    if (resolved.kind === 'Array') {
      const size = this.#types.sizeOf(resolved)
      for (let i = 0; i < size; i++) {
        this.#addVariable(
          {
            ident: { name: `_${ident.name}-${i}` },
            type: resolved.base,
            mutable,
            unused,
            generated: true,
            where,
          },
          depth + 1,
        )
      }
    } else if (resolved.kind === 'Struct') {
      for (const field of this.#types.struct(resolved.id).fields) {
        this.#addVariable(
          {
            ident: { name: `_${ident.name}-${field.ident.name}` },
            type: this.#types.resolve(field.type),
            mutable: mutable && field.mutable,
            unused,
            generated: true,
            where,
          },
          depth + 1,
        )
      }
    } else throw new CompilerLimit(`Expected array or struct type, got ${typesText([resolved])}`)
    const whole = { name: ident.name }
    const ref: Reference = {
      ident: whole,
      type: resolved,
      isLocal,
      mutable,
      isTemplate: where === 'template',
      place,
    }
    const name = this.#table.checkNew(whole)
    this.#table.add(name, this.#table.scope, {
      kind: 'Multiple',
      ident: whole,
      type: resolved,
      mutable,
      unused,
      generated,
      isLocal,
      ref,
    })
    return ref
  }

  /** Gives the current function its own copies of another function's variables. */
  copyLocals(func: FuncDef): void {
    const args = new Set(func.args.map(({ ident }) => `${func.id.name}.${ident.name}`))
    const indexOf = (info: VarInfo): number | undefined => {
      if (info.kind === 'Local') return toInt8(info.index)
      if (info.kind !== 'Multiple' || !('local' in info.ref.place)) return undefined
      return typeof info.ref.place.local === 'number' ? info.ref.place.local : undefined
    }
    const copied = this.#table
      .localsOf(func.id)
      .filter(({ name, info }) => !args.has(name) && !info.generated && info.isLocal)
      .flatMap(({ scope, info }) => {
        const index = indexOf(info)
        return index === undefined ? [] : [{ scope, info, index }]
      })
      .sort((a, b) => a.index - b.index)
    const addWithin = (path: readonly object[], info: VarInfo): void => {
      const [opener, ...rest] = path
      if (opener === undefined)
        this.addLocal(info.ident, info.type, info.mutable, info.unused, info.generated)
      else this.#table.within(opener, () => addWithin(rest, info))
    }
    for (const { scope, info } of copied) addWithin(scope.path(), info)
  }
}

import type { Val } from '../../bytecode/index.ts'
import { CompilerLimit, refuse } from '../compile-error.ts'
import { funcKey } from '../model/functions.ts'
import type { Globals } from '../model/globals.ts'
import { primitiveTypes } from '../model/type.ts'
import type { FuncDef, FuncId, Ident } from '../syntax/ast.ts'
import type { Scope } from './scope.ts'
import type { Used } from './used.ts'
import { type Reference, type VarEntry, type VarInfo, varKey } from './variables.ts'

export const varIndexMax = 0xff

/** Variables the compiler keeps an index or id in, made when first needed. */
export type Helper = 'localArrayIndex' | 'immFieldArrayIndex' | 'mutFieldArrayIndex' | 'subContractId'

interface FunctionScope {
  varIndex: number
  freshNames: number
  readonly helpers: Map<Helper, Ident>
}

/** The variables of one contract or script by name and scope: which one a name means, and who read or wrote it. */
export class VariableTable {
  readonly #globals: Globals
  readonly #used: Used
  readonly entries = new Map<string, VarEntry>()
  /** Those of a function; those of none under an empty name. */
  readonly #locals = new Map<string, Map<string, VarEntry>>()

  readonly root: Scope
  scope: Scope
  readonly #functions = new Map<string, FunctionScope>()
  currentFunc: FuncId = { name: '', builtIn: false }
  current: FunctionScope = { varIndex: 0, freshNames: 0, helpers: new Map() }

  /** Keys of variables read or written in the function being checked, and in all of them. */
  readonly currentReads = new Set<string>()
  readonly currentWrites = new Set<string>()
  readonly reads = new Set<string>()
  readonly writes = new Set<string>()

  readonly inlined: string[] = []
  #allowSameName = false

  #generating = false
  /** Keys, and the functions they belong to. */
  readonly #generatedVars = new Map<string, string>()
  readonly #checkedVarIndexes = new Map<string, number>()

  inTest = false

  constructor({ rootScope, used }: { readonly rootScope: Scope; readonly used: Used }, globals: Globals) {
    this.root = rootScope
    this.scope = rootScope
    this.#used = used
    this.#globals = globals
  }

  enterFunction(id: FuncId): void {
    this.currentReads.clear()
    this.currentWrites.clear()
    this.currentFunc = id
    const key = funcKey(id)
    let found = this.#functions.get(key)
    if (found === undefined) {
      found = { varIndex: 0, freshNames: 0, helpers: new Map() }
      this.#functions.set(key, found)
    }
    this.current = found
  }

  within<T>(opener: object, step: () => T): T {
    const outer = this.scope
    this.scope = outer.child(opener)
    const result = step()
    this.scope = outer
    return result
  }

  /** Before code is generated again, what the last time added is forgotten. */
  startGenerating(): void {
    if (!this.#generating) {
      this.#generating = true
      for (const [key, { varIndex }] of this.#functions) this.#checkedVarIndexes.set(key, varIndex)
      return
    }
    for (const [key, func] of this.#generatedVars) {
      this.entries.delete(key)
      this.#locals.get(func)?.delete(key)
    }
    this.#used.forgetVariables(this.#generatedVars.size)
    this.#generatedVars.clear()
    for (const [key, func] of this.#functions) {
      func.varIndex = this.#checkedVarIndexes.get(key) ?? 0
      func.freshNames = 0
      func.helpers.clear()
    }
  }

  freshName(): string {
    return `_${this.currentFunc.name}_gen#${this.current.freshNames++}`
  }

  prefixOf(id: FuncId): string {
    return `${id.name}.`
  }

  #scopedName(name: string): string {
    return this.currentFunc.name === '' ? name : `${this.currentFunc.name}.${name}`
  }

  /** Under a name that `checkNew` gave. */
  add(name: string, scope: Scope, info: VarInfo, isTracked = true): void {
    const key = varKey(name, scope)
    if (this.entries.has(key))
      throw new CompilerLimit(`The variable ${info.ident.name} would be made twice in one place`)
    this.#used.addVariable()
    const entry = { name, scope, info }
    this.entries.set(key, entry)
    const own = this.#locals.get(this.currentFunc.name)
    if (own === undefined) this.#locals.set(this.currentFunc.name, new Map([[key, entry]]))
    else own.set(key, entry)
    if (isTracked && this.#generating) this.#generatedVars.set(key, this.currentFunc.name)
  }

  /** The name in the current function, if it is free. */
  checkNew(ident: Ident): string {
    const name = this.#scopedName(ident.name)
    if (this.entries.has(varKey(ident.name, this.root))) {
      refuse(`Global variables have the same name: ${ident.name}`, ident.span)
    }
    if (!this.#allowSameName && this.#find(name) !== undefined) {
      refuse(`Local variables have the same name: ${ident.name}`, ident.span)
    }
    if (this.current.varIndex >= varIndexMax)
      refuse(`Number of variables more than ${varIndexMax}`, ident.span)
    return name
  }

  #find(name: string): VarEntry | undefined {
    for (let scope: Scope | undefined = this.scope; scope !== undefined; scope = scope.parent) {
      const found = this.entries.get(varKey(name, scope))
      if (found !== undefined) return found
    }
    return undefined
  }

  variable(ident: Ident, isWrite = false): VarInfo {
    const scopedName = this.#scopedName(ident.name)
    const local = this.#find(scopedName)
    let key: string
    let info: VarInfo | undefined
    if (local !== undefined) {
      key = varKey(local.name, local.scope)
      info = local.info
    } else {
      key = varKey(ident.name, this.root)
      info = this.entries.get(key)?.info ?? this.#globalConstant(ident)
    }
    if (info === undefined) {
      const shown = this.inTest ? ident.name : scopedName
      return refuse(
        `Variable ${shown} is not defined in the current scope or is used before being defined`,
        ident.span,
      )
    }
    if (isWrite) this.currentWrites.add(key)
    else this.currentReads.add(key)
    return info
  }

  #globalConstant(ident: Ident): VarInfo | undefined {
    const found = this.#globals.find(ident)
    if (found === undefined) return undefined
    const { value, def } = found
    return {
      kind: 'Constant',
      ident: found.ident,
      type: primitiveTypes[value.type],
      mutable: false,
      unused: false,
      generated: false,
      isLocal: true,
      value,
      def,
    }
  }

  /** A variable of a test's own scope. */
  testVariable(ident: Ident): VarInfo | undefined {
    return this.entries.get(varKey(this.#scopedName(ident.name), this.scope))?.info
  }

  reference(ident: Ident): Reference {
    const found = this.variable(ident)
    return found.kind === 'Multiple'
      ? found.ref
      : refuse(`Array or struct ${ident.name} does not exist`, ident.span)
  }

  localsOf(id: FuncId): VarEntry[] {
    return [...(this.#locals.get(id.name)?.values() ?? [])]
  }

  /** While an inlined function's body is generated, its variables may have names of the caller's. */
  inlining<T>(func: FuncDef, call: object, step: () => T): T {
    this.#used.addInlined(func.id.span)
    return this.within(call, () => {
      this.inlined.push(func.id.name)
      this.#allowSameName = true
      const result = step()
      this.#allowSameName = false
      this.inlined.pop()
      return result
    })
  }

  readonly constantValue = (ident: Ident): Val => {
    const found = this.variable(ident)
    if (found.kind === 'Constant') return found.value
    return refuse(`Constant variable ${ident.name} does not exist or is used before declaration`, ident.span)
  }
}

import type { Val } from '../../bytecode/index.ts'
import { CompilerLimit, refuse } from '../compile-error.ts'
import type { Code, Instr } from '../emit/code.ts'
import { calculate, calculateSize, sizeOfArray, tryCalculate } from '../model/constants.ts'
import { deepParts, levelsMax } from '../model/deep-parts.ts'
import { funcKey } from '../model/functions.ts'
import { checkDepth, type Globals } from '../model/globals.ts'
import { arrayOf, primitiveTypes, quote, sameTypes, typesText } from '../model/type.ts'
import type {
  Argument,
  ArrayType,
  ConstantDef,
  ContractAssets,
  ContractLike,
  EnumField,
  EventDef,
  Expr,
  FuncDef,
  FuncId,
  Ident,
  MapType,
  Statement,
  Struct,
  Type,
  TypeId,
} from '../syntax/ast.ts'
import type { Span } from '../syntax/span.ts'
import type { CompilerOptions } from './options.ts'
import { Scope } from './scope.ts'
import { type Reference, type VarEntry, type VarInfo, varKey } from './variables.ts'

export const varIndexMax = 0xff

/** A function that can be called: written, or built into the language. */
export interface FuncInfo {
  readonly name: string
  readonly usesPreapprovedAssets: boolean
  readonly contractAssets: ContractAssets
  readonly paysToContractOnly: boolean
  readonly inline: FuncDef | undefined
  readonly returnTypes: (state: State, call: Positioned, args: readonly Expr[]) => readonly Type[]
  readonly code: (state: State, call: Positioned, args: readonly Expr[]) => Code
}

interface Positioned {
  readonly span?: Span | undefined
}

/** A function of a contract, interface or script. */
export interface ContractFunc extends FuncInfo {
  /** Belongs to the type, not to an instance. */
  readonly isStatic: boolean
  readonly externalCode?: (state: State, object: Code, typeId: TypeId) => Code
  readonly declaredReturns: readonly Type[]
}

export interface ContractInfo {
  readonly ast: ContractLike
  readonly funcs: ReadonlyMap<string, ContractFunc>
}

/** The four walks over a function's body. They call each other, through here. */
export interface Passes {
  readonly typesOf: (state: State, expr: Expr) => readonly Type[]
  readonly check: (state: State, statement: Statement) => void
  readonly emit: (state: State, expr: Expr) => Code
  readonly emitStatement: (state: State, statement: Statement) => Code
}

/** Bounds of a whole program, far beyond any that is used: what is short when written may be long when made. */
const variablesMax = 1_000_000
const instructionsMax = 5_000_000
const inlinedMax = 100_000

function joined<T>(parts: readonly T[], codeOf: (part: T) => Code): Instr[] {
  let length = 0
  const codes = parts.map((part) => {
    const code = codeOf(part)
    length += code.length
    checkInstructions(length)
    return code
  })
  // Copied at once: calls inside each other are copied at every level.
  return codes.length === 1 ? [...codes[0]!] : codes.flat()
}

function checkInstructions(count: number): void {
  if (count > instructionsMax) throw new CompilerLimit('The program has too many instructions')
}

/** What outlives a contract: functions are checked again for every heir, and what was seen first is remembered. */
export interface Shared {
  readonly rootScope: Scope
  readonly mapUpdaters: Set<FuncDef>
  /** How many variables there are, how many instructions were made, how often a function was inlined. */
  readonly used: { variables: number; instructions: number; inlined: number }
  readonly accessed: Map<
    FuncDef,
    { readonly reads: ReadonlySet<string>; readonly writes: ReadonlySet<string> }
  >
}

export const createShared = (): Shared => ({
  rootScope: new Scope(),
  mapUpdaters: new Set(),
  used: { variables: 0, instructions: 0, inlined: 0 },
  accessed: new Map(),
})

export interface StateParts {
  readonly shared: Shared
  readonly ast: ContractLike
  readonly funcs: ReadonlyMap<string, ContractFunc>
  readonly events: readonly EventDef[]
  readonly contracts: ReadonlyMap<string, ContractInfo>
  readonly usesMethodSelector: (typeId: string, func: string) => boolean
  readonly findBuiltIn: (name: string) => FuncInfo | undefined
  readonly globals: Globals
  readonly options: CompilerOptions
  readonly passes: Passes
}

interface FunctionScope {
  varIndex: number
  freshNames: number
  /** Variables the compiler keeps an index or id in, made when first needed. */
  readonly helpers: Map<Helper, Ident>
}

type Helper = 'localArrayIndex' | 'immFieldArrayIndex' | 'mutFieldArrayIndex' | 'subContractId'

interface NewVariable {
  readonly ident: Ident
  readonly type: Type
  readonly mutable: boolean
  readonly unused: boolean
  readonly generated: boolean
  readonly where: 'local' | 'field' | 'template'
}

const toInt8 = (value: number): number => (value << 24) >> 24

/** What is known while one contract or script is compiled. */
export class State {
  readonly #parts: StateParts
  readonly globals: Globals
  readonly options: CompilerOptions
  readonly typeId: TypeId
  readonly warnings: string[] = []
  readonly variables = new Map<string, VarEntry>()
  /** Those of a function; those of none under an empty name. */
  readonly #locals = new Map<string, Map<string, VarEntry>>()

  readonly #root: Scope
  #scope: Scope
  readonly #functions = new Map<string, FunctionScope>()
  currentFunc: FuncId = { name: '', builtIn: false }
  #current: FunctionScope = { varIndex: 0, freshNames: 0, helpers: new Map() }
  #immFields = 0
  #mutFields = 0
  #templateVars = 0

  /** Keys of variables read or written in the function being checked, and in all of them. */
  readonly currentReads = new Set<string>()
  readonly currentWrites = new Set<string>()
  readonly reads = new Set<string>()
  readonly writes = new Set<string>()

  /** Callers and whom they call, by function. */
  readonly internalCalls = new Map<string, Set<string>>()
  readonly externalCalls = new Map<string, Set<string>>()
  readonly interfaceCallers = new Set<string>()

  allowDebug = false
  inlines = true
  readonly inlined: string[] = []
  #allowSameName = false

  #generating = false
  /** Keys, and the functions they belong to. */
  readonly #generatedVars = new Map<string, string>()
  readonly #checkedVarIndexes = new Map<string, number>()

  inTest = false
  readonly testChecks = new Map<number, Span | undefined>()
  /** Tests may change what a contract cannot: its immutable fields are then mutable ones behind the others. */
  updatesImmFields = false

  constructor(parts: StateParts) {
    this.#parts = parts
    this.globals = parts.globals
    this.options = parts.options
    this.typeId = parts.ast.id
    this.#root = parts.shared.rootScope
    this.#scope = this.#root
  }

  get shared(): Shared {
    return this.#parts.shared
  }

  get ast(): ContractLike {
    return this.#parts.ast
  }

  /** Where immutable fields start if they follow the mutable ones. */
  get mutFieldLength(): number {
    const { ast } = this
    if (ast.kind !== 'Contract') return 0
    return ast.fields
      .flatMap(({ type, mutable }) => this.globals.flatMutability(type, mutable))
      .filter(Boolean).length
  }

  get events(): readonly EventDef[] {
    return this.#parts.events
  }

  typesOf(expr: Expr): readonly Type[] {
    if (expr.types !== undefined) return expr.types
    const find = (part: Expr): readonly Type[] => {
      part.types ??= this.#parts.passes.typesOf(this, part)
      return part.types
    }
    return this.#descend(expr, find, find)
  }

  #level = 0

  /** Does something to an expression that does the same to its parts; what lies too deep is prepared from the inside out. */
  #descend<T>(expr: Expr, work: (part: Expr) => T, prepare: (part: Expr) => unknown): T {
    const level = this.#level
    try {
      if (level === levelsMax) {
        for (const part of deepParts(expr)) {
          this.#level = levelsMax + 1
          prepare(part)
        }
      }
      this.#level = level + 1
      return work(expr)
    } finally {
      this.#level = level
    }
  }

  typesOfAll(exprs: readonly Expr[]): Type[] {
    return exprs.flatMap((expr) => this.typesOf(expr))
  }

  check(statement: Statement): void {
    this.#parts.passes.check(this, statement)
  }

  emit(expr: Expr): Code {
    const ready = this.#emitted.get(expr)
    if (ready !== undefined) {
      this.#emitted.delete(expr)
      return ready
    }
    const emitPart = (part: Expr): Code => this.#parts.passes.emit(this, part)
    return this.#descend(expr, emitPart, (part) => this.#emitted.set(part, emitPart(part)))
  }

  /** Code of parts that lie deep inside an expression, until its surroundings ask for it. */
  readonly #emitted = new Map<Expr, Code>()

  emitAll(exprs: readonly Expr[]): Instr[] {
    return joined(exprs, (expr) => this.emit(expr))
  }

  emitStatements(statements: readonly Statement[]): Instr[] {
    return joined(statements, (statement) => this.#parts.passes.emitStatement(this, statement))
  }

  // Functions and scopes

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
    this.#current = found
  }

  within<T>(opener: object, step: () => T): T {
    const outer = this.#scope
    this.#scope = outer.child(opener)
    const result = step()
    this.#scope = outer
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
      this.variables.delete(key)
      this.#locals.get(func)?.delete(key)
    }
    this.shared.used.variables -= this.#generatedVars.size
    this.#generatedVars.clear()
    for (const [key, func] of this.#functions) {
      func.varIndex = this.#checkedVarIndexes.get(key) ?? 0
      func.freshNames = 0
      func.helpers.clear()
    }
  }

  get varIndex(): number {
    return this.#current.varIndex
  }

  /** Code that is kept until the program is compiled. */
  countInstructions(count: number): void {
    this.shared.used.instructions += count
    checkInstructions(this.shared.used.instructions)
  }

  freshName(): string {
    return `_${this.currentFunc.name}_gen#${this.#current.freshNames++}`
  }

  helper(helper: Helper): Ident {
    const known = this.#current.helpers.get(helper)
    if (known !== undefined) return known
    const ident = { name: this.freshName() }
    const name = this.#checkNew(ident)
    this.#add(name, this.#root, {
      kind: 'Local',
      ident,
      type: helper === 'subContractId' ? primitiveTypes.ByteVec : primitiveTypes.U256,
      mutable: true,
      unused: false,
      generated: true,
      isLocal: true,
      index: this.#current.varIndex++,
    })
    this.#current.helpers.set(helper, ident)
    return ident
  }

  // Variables

  prefixOf(id: FuncId): string {
    return `${id.name}.`
  }

  #scopedName(name: string): string {
    return this.currentFunc.name === '' ? name : `${this.currentFunc.name}.${name}`
  }

  #add(name: string, scope: Scope, info: VarInfo, isTracked = true): void {
    const key = varKey(name, scope)
    if (this.variables.has(key))
      throw new CompilerLimit(`The variable ${info.ident.name} would be made twice in one place`)
    if (++this.shared.used.variables > variablesMax) throw new CompilerLimit('Too many variables')
    const entry = { name, scope, info }
    this.variables.set(key, entry)
    const own = this.#locals.get(this.currentFunc.name)
    if (own === undefined) this.#locals.set(this.currentFunc.name, new Map([[key, entry]]))
    else own.set(key, entry)
    if (isTracked && this.#generating) this.#generatedVars.set(key, this.currentFunc.name)
  }

  #checkNew(ident: Ident): string {
    const name = this.#scopedName(ident.name)
    if (this.variables.has(varKey(ident.name, this.#root))) {
      refuse(`Global variables have the same name: ${ident.name}`, ident.span)
    }
    if (!this.#allowSameName && this.#find(name) !== undefined) {
      refuse(`Local variables have the same name: ${ident.name}`, ident.span)
    }
    if (this.#current.varIndex >= varIndexMax)
      refuse(`Number of variables more than ${varIndexMax}`, ident.span)
    return name
  }

  #find(name: string): VarEntry | undefined {
    for (let scope: Scope | undefined = this.#scope; scope !== undefined; scope = scope.parent) {
      const found = this.variables.get(varKey(name, scope))
      if (found !== undefined) return found
    }
    return undefined
  }

  addMap(ident: Ident, type: MapType, index: number): void {
    const name = this.#checkNew(ident)
    this.#add(name, this.#scope, {
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
    const name = this.#checkNew(ident)
    this.#add(
      name,
      this.#scope,
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
    const name = this.#checkNew(ident)
    this.#add(name, this.#scope, {
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
    const name = this.#checkNew(ident)
    if (type.kind === 'Array' || type.kind === 'Struct') {
      this.#addReference({ ...variable, type }, depth)
      return
    }
    const common = { ident, type, mutable, unused, generated }
    if (where === 'local') {
      this.#add(name, this.#scope, {
        kind: 'Local',
        ...common,
        isLocal: true,
        index: this.#current.varIndex++,
      })
    } else if (where === 'template') {
      const index = toInt8(this.#templateVars++)
      this.#add(name, this.#scope, { kind: 'Template', ...common, isLocal: false, index })
    } else {
      const index = mutable ? this.#mutFields++ : this.#immFields++
      this.#add(name, this.#scope, { kind: 'Field', ...common, isLocal: false, index })
    }
  }

  /** Variables for a value that has none yet. */
  makeReference(type: Type): Reference {
    const ident = { name: this.freshName() }
    return this.#addReference(
      { ident, type, mutable: false, unused: false, generated: true, where: 'local' },
      0,
    )
  }

  /** One variable for each element or field, and one for the whole. */
  #addReference({ ident, type, mutable, unused, generated, where }: NewVariable, depth: number): Reference {
    const isLocal = where === 'local'
    const place = isLocal
      ? { local: this.#current.varIndex }
      : where === 'template'
        ? { local: this.#templateVars }
        : { imm: this.#immFields, mut: this.#mutFields }
    const resolved = this.resolve(type)
    if (resolved.kind === 'Array') {
      const size = this.sizeOf(resolved)
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
      for (const field of this.struct(resolved.id).fields) {
        this.#addVariable(
          {
            ident: { name: `_${ident.name}-${field.ident.name}` },
            type: this.resolve(field.type),
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
    const name = this.#checkNew(whole)
    this.#add(name, this.#scope, {
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

  variable(ident: Ident, isWrite = false): VarInfo {
    const scopedName = this.#scopedName(ident.name)
    const local = this.#find(scopedName)
    let key: string
    let info: VarInfo | undefined
    if (local !== undefined) {
      key = varKey(local.name, local.scope)
      info = local.info
    } else {
      key = varKey(ident.name, this.#root)
      info = this.variables.get(key)?.info ?? this.#globalConstant(ident)
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
    const found = this.globals.find(ident)
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
    return this.variables.get(varKey(this.#scopedName(ident.name), this.#scope))?.info
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
    if (++this.shared.used.inlined > inlinedMax)
      throw new CompilerLimit('Too many calls of inline functions', { span: func.id.span })
    return this.within(call, () => {
      this.inlined.push(func.id.name)
      this.#allowSameName = true
      const result = step()
      this.#allowSameName = false
      this.inlined.pop()
      return result
    })
  }

  /** Gives the current function its own copies of another function's variables. */
  copyLocals(func: FuncDef): void {
    const args = new Set(func.args.map(({ ident }) => `${func.id.name}.${ident.name}`))
    const indexOf = (info: VarInfo): number | undefined => {
      if (info.kind === 'Local') return toInt8(info.index)
      if (info.kind !== 'Multiple' || !('local' in info.ref.place)) return undefined
      return typeof info.ref.place.local === 'number' ? info.ref.place.local : undefined
    }
    const copied = this.localsOf(func.id)
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
      else this.within(opener, () => addWithin(rest, info))
    }
    for (const { scope, info } of copied) addWithin(scope.path(), info)
  }

  // Constants and types

  readonly constantValue = (ident: Ident): Val => {
    const found = this.variable(ident)
    if (found.kind === 'Constant') return found.value
    return refuse(`Constant variable ${ident.name} does not exist or is used before declaration`, ident.span)
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

  readonly #mutableStructs = new Map<string, boolean>()

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

  // Functions, contracts and events

  func(id: FuncId): FuncInfo {
    if (id.builtIn) {
      return (
        this.#parts.findBuiltIn(id.name) ?? refuse(`Built-in function ${id.name} does not exist`, id.span)
      )
    }
    return this.#parts.funcs.get(funcKey(id)) ?? refuse(`Function ${id.name} does not exist`, id.span)
  }

  contract(id: TypeId): ContractInfo {
    return this.#parts.contracts.get(id.name) ?? refuse(`Contract ${id.name} does not exist`, id.span)
  }

  contractFunc(typeId: TypeId, id: FuncId): ContractFunc {
    return (
      this.contract(typeId).funcs.get(funcKey(id)) ??
      refuse(`Function TypeId(${typeId.name}).${id.name} does not exist`, id.span)
    )
  }

  usesMethodSelector(typeId: TypeId, func: FuncId): boolean {
    return this.#parts.usesMethodSelector(typeId.name, funcKey(func))
  }

  event(id: TypeId): EventDef {
    return (
      this.events.find((event) => event.id.name === id.name) ??
      refuse(`Event ${id.name} does not exist`, id.span)
    )
  }

  checkArguments(args: readonly Argument[]): void {
    for (const { type } of args) {
      if (type.kind !== 'Named') continue
      const resolved = this.resolve(type)
      if (resolved.kind === 'Contract') this.contract(resolved.id)
    }
  }

  checkReturn(types: readonly Type[], span: Span | undefined): void {
    const func = this.#parts.funcs.get(funcKey(this.currentFunc))
    if (func === undefined) throw new CompilerLimit('A test gives nothing back', { span })
    const declared = func.declaredReturns
    if (sameTypes(types, this.resolveAll(declared))) return
    refuse(
      `Invalid return types ${quote(typesText(types))} for func ${this.currentFunc.name}, expected ${quote(typesText(declared))}`,
      span,
    )
  }

  addInternalCall(callee: FuncId): void {
    addTo(this.internalCalls, funcKey(this.currentFunc), funcKey(callee))
  }

  addExternalCall(typeId: TypeId, callee: FuncId): void {
    addTo(this.externalCalls, funcKey(this.currentFunc), `${typeId.name}.${funcKey(callee)}`)
  }

  setUpdatesMap(): void {
    const func = this.ast.funcs.find(({ id }) => funcKey(id) === funcKey(this.currentFunc))
    if (func !== undefined) this.shared.mapUpdaters.add(func)
  }

  /** A number that stands in test code for a place in the source. */
  addTestCheck(span: Span | undefined): number {
    const code = firstTestCheck + this.testChecks.size
    this.testChecks.set(code, span)
    return code
  }
}

/** Out of the way of error codes that people choose. */
const firstTestCheck = 0x40000000

function addTo(calls: Map<string, Set<string>>, caller: string, callee: string): void {
  const known = calls.get(caller)
  if (known === undefined) calls.set(caller, new Set([callee]))
  else known.add(callee)
}

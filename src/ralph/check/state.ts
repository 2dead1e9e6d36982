import { CompilerLimit, refuse } from '../compile-error.ts'
import type { Code, Instr } from '../emit/code.ts'
import { deepParts, levelsMax } from '../model/deep-parts.ts'
import { funcKey } from '../model/functions.ts'
import type { Globals } from '../model/globals.ts'
import { quote, sameTypes, typesText } from '../model/type.ts'
import type {
  Argument,
  ContractAssets,
  ContractLike,
  EventDef,
  Expr,
  FuncDef,
  FuncId,
  Statement,
  Type,
  TypeId,
} from '../syntax/ast.ts'
import type { Span } from '../syntax/span.ts'
import { CallGraph } from './call-graph.ts'
import { Declarations } from './declarations.ts'
import type { CompilerOptions } from './options.ts'
import { Scope } from './scope.ts'
import { TypeResolver } from './type-resolver.ts'
import { checkInstructions, Used } from './used.ts'
import { VariableTable } from './variable-table.ts'

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

/** What outlives a contract: functions are checked again for every heir, and what was seen first is remembered. */
export interface Shared {
  readonly rootScope: Scope
  readonly mapUpdaters: Set<FuncDef>
  readonly used: Used
  readonly accessed: Map<
    FuncDef,
    { readonly reads: ReadonlySet<string>; readonly writes: ReadonlySet<string> }
  >
}

export const createShared = (): Shared => ({
  rootScope: new Scope(),
  mapUpdaters: new Set(),
  used: new Used(),
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

/** What is known while one contract or script is compiled. */
export class State {
  readonly #parts: StateParts
  readonly globals: Globals
  readonly options: CompilerOptions
  readonly typeId: TypeId
  readonly warnings: string[] = []
  readonly variables: VariableTable
  readonly types: TypeResolver
  readonly declarations: Declarations
  readonly calls = new CallGraph()

  allowDebug = false
  inlines = true
  readonly testChecks = new Map<number, Span | undefined>()
  /** Tests may change what a contract cannot: its immutable fields are then mutable ones behind the others. */
  updatesImmFields = false

  constructor(parts: StateParts) {
    this.#parts = parts
    this.globals = parts.globals
    this.options = parts.options
    this.typeId = parts.ast.id
    this.variables = new VariableTable(parts.shared, parts.globals)
    this.types = new TypeResolver(parts.globals, this.variables.constantValue)
    this.declarations = new Declarations(this.variables, this.types)
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

  get currentFunc(): FuncId {
    return this.variables.currentFunc
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
      const resolved = this.types.resolve(type)
      if (resolved.kind === 'Contract') this.contract(resolved.id)
    }
  }

  checkReturn(types: readonly Type[], span: Span | undefined): void {
    const func = this.#parts.funcs.get(funcKey(this.currentFunc))
    if (func === undefined) throw new CompilerLimit('A test gives nothing back', { span })
    const declared = func.declaredReturns
    if (sameTypes(types, this.types.resolveAll(declared))) return
    refuse(
      `Invalid return types ${quote(typesText(types))} for func ${this.currentFunc.name}, expected ${quote(typesText(declared))}`,
      span,
    )
  }

  addInternalCall(callee: FuncId): void {
    this.calls.addInternal(funcKey(this.currentFunc), funcKey(callee))
  }

  addExternalCall(typeId: TypeId, callee: FuncId): void {
    this.calls.addExternal(funcKey(this.currentFunc), `${typeId.name}.${funcKey(callee)}`)
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

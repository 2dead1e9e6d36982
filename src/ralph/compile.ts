import type { Val } from '../bytecode/index.ts'
import { type Analysed, analyseMethods, unusedInParents, warnUncheckedCallers } from './check/analysis.ts'
import { checkContract, checkScript } from './check/check-contract.ts'
import { checkStatement } from './check/check-statement.ts'
import type { CompilerOptions } from './check/options.ts'
import { type ContractInfo, createShared, type Passes, State } from './check/state.ts'
import { typesOf } from './check/type-of.ts'
import { CompilerLimit, refuse } from './compile-error.ts'
import { findBuiltIn } from './emit/built-ins.ts'
import { functionTable } from './emit/contract-functions.ts'
import { emitExpression } from './emit/emit-expression.ts'
import { emitStatement } from './emit/emit-statement.ts'
import { type CompiledCode, emitContract, emitScript, hasDebugCode, inlineFuncs } from './emit/methods.ts'
import { inherit } from './inherit.ts'
import { funcKey } from './model/functions.ts'
import { Globals } from './model/globals.ts'
import { quote } from './model/type.ts'
import type { Contract, ContractAssets, ContractLike, FuncDef, TxScript } from './syntax/ast.ts'
import { parseProgram } from './syntax/definitions.ts'
import { checkUnique } from './syntax/unique.ts'
import { type CompiledTests, compileTests } from './unit-tests.ts'

/** From source to code: parse, inherit, check, generate, analyse. */

export interface CompiledContract {
  readonly ast: Contract
  readonly code: CompiledCode
  readonly debugCode: CompiledCode
  readonly constants: readonly { readonly name: string; readonly value: Val }[]
  readonly warnings: readonly string[]
  readonly tests: CompiledTests | undefined
  /** For tests that change immutable fields: the debug code with all fields mutable. */
  readonly testCode: CompiledCode | undefined
}

export interface CompiledScript {
  readonly ast: TxScript
  readonly code: CompiledCode
  readonly debugCode: CompiledCode
  readonly warnings: readonly string[]
}

export interface CompiledProject {
  readonly globals: Globals
  readonly contracts: readonly CompiledContract[]
  readonly scripts: readonly CompiledScript[]
  readonly warnings: readonly string[]
}

const passes: Passes = { typesOf, check: checkStatement, emit: emitExpression, emitStatement }

interface Opened {
  readonly asts: readonly ContractLike[]
  readonly globals: Globals
  readonly depthOf: (ast: ContractLike) => number
  readonly createState: (ast: ContractLike) => State
}

/** Reads a program and puts it together; states are made when something is compiled. */
function open(source: string, options: CompilerOptions): Opened {
  const program = parseProgram(source)
  const globals = new Globals(program)
  const { contracts: asts, parents, usesMethodSelector } = inherit(program, globals)
  const shared = createShared()
  const tables = new Map<string, ContractInfo>()
  const tableOf = (ast: ContractLike): ContractInfo => {
    let found = tables.get(ast.id.name)
    if (found === undefined) {
      found = { ast, funcs: functionTable(ast, globals) }
      tables.set(ast.id.name, found)
    }
    return found
  }
  let contracts: ReadonlyMap<string, ContractInfo> | undefined
  return {
    asts,
    globals,
    depthOf: (ast) => parents.get(ast.id.name)?.length ?? 0,
    createState: (ast) => {
      const { funcs } = tableOf(ast)
      const events = ast.kind === 'TxScript' ? [] : ast.events
      checkUnique(
        events.map(({ id, span }) => ({ name: id.name, span })),
        'events',
      )
      contracts ??= new Map(asts.map((each) => [each.id.name, tableOf(each)]))
      return new State({
        ast,
        funcs,
        events,
        contracts,
        usesMethodSelector,
        findBuiltIn,
        globals,
        options,
        passes,
        shared,
      })
    },
  }
}

export function compileProject(source: string, options: CompilerOptions): CompiledProject {
  const opened = open(source, options)
  const { warnings, contracts } = compileContracts(opened, options, source)
  const scripts = opened.asts
    .filter((ast) => ast.kind === 'TxScript')
    .map((ast) => compileOneScript(opened, ast))
  const unused = options.ignoreUnusedConstantsWarnings ? [] : opened.globals.unusedConstants()
  return {
    globals: opened.globals,
    contracts,
    scripts,
    warnings: [...warnings, ...unused.map((name) => `Found unused global constant: ${name}`)],
  }
}

/** The first of the program's contracts, interfaces and scripts has to be a contract. */
export function compileContract(source: string, options: CompilerOptions): CompiledContract {
  const opened = open(source, options)
  const [ast] = opened.asts
  if (ast === undefined) return refuse('Invalid contract index 0')
  if (ast.kind !== 'Contract') return refuse(`The code is for ${ast.kind}, not for Contract`, ast.span)
  if (ast.isAbstract) {
    refuse(`Code generation is not supported for abstract contract ${quote(ast.id.name)}`, ast.span)
  }
  return compileContracts(opened, options, source).contracts[0]!
}

/** The first of the program's contracts, interfaces and scripts has to be a script. */
export function compileScript(source: string, options: CompilerOptions): CompiledScript {
  const opened = open(source, options)
  const [ast] = opened.asts
  if (ast === undefined) return refuse('Invalid contract index 0')
  if (ast.kind === 'TxScript') return compileOneScript(opened, ast)
  opened.createState(ast)
  return refuse(`The code is for ${ast.kind}, not for TxScript`, ast.span)
}

function compileContracts(
  { asts, createState, depthOf }: Opened,
  options: CompilerOptions,
  source: string,
): { readonly warnings: readonly string[]; readonly contracts: readonly CompiledContract[] } {
  const all: Analysed[] = asts.map((ast) => ({ ast, state: createState(ast) }))
  const contracts = all.filter((each): each is Analysed<Contract> => each.ast.kind === 'Contract')
  if (!options.skipAbstractContractCheck) {
    const abstracts = contracts.filter(({ ast }) => ast.isAbstract)
    abstracts.sort((a, b) => depthOf(a.ast) - depthOf(b.ast))
    for (const { ast, state } of abstracts) checkContract(state, ast)
  }
  const generated = contracts
    .filter(({ ast }) => !ast.isAbstract)
    .map((each) => {
      checkContract(each.state, each.ast)
      generateDebug(each.state)
      return { ...each, separate: emitContract(each.state, each.ast) }
    })
  warnUncheckedCallers(all)
  const warnings = unusedInParents(all)
  return {
    warnings,
    contracts: generated.map(({ ast, state, separate }) => {
      const { code, debugCode } = inlined(state, ast, separate)
      analyseMethods({ ast, state }, separate)
      const found = [...state.warnings]
      const constants = constantsOf(state, ast)
      const tests = options.skipTests ? undefined : compileTests(state, ast)
      const updatesImmFields = tests?.tests.some(({ settings }) => settings.updatesImmFields)
      const testCode = updatesImmFields ? compileWithMutableFields(source, options, ast.id.name) : undefined
      return { ast, code, debugCode, constants, warnings: found, tests, testCode }
    }),
  }
}

/** Checks a contract once more, because what is generated differs in every access to a field. */
function compileWithMutableFields(source: string, options: CompilerOptions, name: string): CompiledCode {
  const { asts, createState } = open(source, options)
  const ast = asts.find((each) => each.id.name === name)
  if (ast?.kind !== 'Contract') throw new CompilerLimit(`${name} is no contract`)
  const state = createState(ast)
  checkContract(state, ast)
  generateDebug(state)
  state.updatesImmFields = true
  return emitContract(state, ast)
}

/** With debug messages, and inlined functions as methods of their own: that is what is analysed. */
function generateDebug(state: State): void {
  state.allowDebug = true
  state.inlines = false
}

function generateRelease(state: State): void {
  state.allowDebug = false
  state.inlines = true
}

const constantsOf = (state: State, { constants }: Contract): CompiledContract['constants'] =>
  constants.map(({ ident }) => {
    const found = state.variables.variable(ident)
    if (found.kind !== 'Constant') throw new CompilerLimit(`${ident.name} is no constant`)
    return { name: ident.name, value: found.value }
  })

function inlined(
  state: State,
  contract: Contract,
  separate: CompiledCode,
): { readonly code: CompiledCode; readonly debugCode: CompiledCode } {
  const inlineCount = inlineFuncs(contract.funcs).length
  const hasDebug = hasDebugCode(separate)
  if (inlineCount === 0) {
    if (!hasDebug) return { code: separate, debugCode: separate }
    generateRelease(state)
    return { code: emitContract(state, contract), debugCode: separate }
  }
  state.allowDebug = true
  state.inlines = true
  const debugCode = emitContract(state, contract)
  let code: CompiledCode
  if (hasDebug) {
    generateRelease(state)
    code = emitContract(state, contract)
  } else code = { ...debugCode, methods: debugCode.methods.slice(0, -inlineCount) }
  const assets = inlinedAssets(state, contract)
  return { code: withAssets(code, assets), debugCode: withAssets(debugCode, assets) }
}

interface AssetUse {
  readonly contractAssets: ContractAssets
  readonly paysToContractOnly: boolean
}

const usesAssets = ({ contractAssets, paysToContractOnly }: AssetUse): boolean =>
  contractAssets !== 'no' || paysToContractOnly

/** Who inlines a function that uses the contract's assets uses them too. By method index. */
function inlinedAssets(state: State, contract: Contract): Map<number, AssetUse> {
  const known = new Map<string, AssetUse>()
  const useOf = (func: FuncDef): AssetUse => {
    if (usesAssets(func)) return func
    let use: AssetUse = func
    for (const callee of state.calls.internal.get(funcKey(func.id)) ?? []) {
      const inline = contract.funcs.find((each) => each.inline && funcKey(each.id) === callee)
      if (inline === undefined) continue
      const calleeUse = known.get(callee) ?? useOf(inline)
      known.set(callee, calleeUse)
      use = use.contractAssets !== 'no' ? use : calleeUse
    }
    return use
  }
  const found = new Map<number, AssetUse>()
  contract.funcs
    .filter(({ inline }) => !inline)
    .forEach((func, i) => {
      const use = useOf(func)
      if (usesAssets(use)) found.set(i, use)
    })
  return found
}

const withAssets = (code: CompiledCode, assets: ReadonlyMap<number, AssetUse>): CompiledCode => ({
  ...code,
  methods: code.methods.map((method, i) => {
    const use = assets.get(i)
    if (use === undefined) return method
    return use.paysToContractOnly
      ? { ...method, paysToContractOnly: true }
      : { ...method, usesContractAssets: true }
  }),
})

function compileOneScript({ createState }: Opened, ast: TxScript): CompiledScript {
  const state = createState(ast)
  checkScript(state, ast)
  generateDebug(state)
  const debugCode = emitScript(state, ast)
  analyseMethods({ ast, state }, debugCode)
  let code = debugCode
  if (inlineFuncs(ast.funcs).length > 0 || hasDebugCode(debugCode)) {
    generateRelease(state)
    code = emitScript(state, ast)
  }
  return { ast, code, debugCode, warnings: [...state.warnings] }
}

import {
  hashOfBoolean,
  hashOfRecord,
  hashOfText,
  type InstructionName,
  inTableOrder,
  inTrieOrder,
} from '../../bytecode/index.ts'
import { refuse } from '../compile-error.ts'
import type { CompiledCode, CompiledMethod } from '../emit/methods.ts'
import { funcKey, inMethodOrder } from '../model/functions.ts'
import type { Contract, ContractLike, FuncDef, FuncId, TxScript, TypeId } from '../syntax/ast.ts'
import type { State } from './state.ts'
import { funcName } from './type-of.ts'
import { varKey } from './variables.ts'

/** What only the generated code and the calls between functions show: assets, updates, callers, and what nobody uses. */

export interface Analysed<A extends ContractLike = ContractLike> {
  readonly ast: A
  readonly state: State
}

const typeHash = ({ name }: TypeId): number => hashOfRecord('TypeId', [hashOfText(name)])
const funcHash = ({ name, builtIn }: FuncId): number =>
  hashOfRecord('FuncId', [hashOfText(name), hashOfBoolean(builtIn)])

/** Who calls a function, as far as it was known when first asked. */
const callers = new WeakMap<State, Map<string, string[]>>()
function callersOf(state: State): Map<string, string[]> {
  let found = callers.get(state)
  if (found === undefined) {
    found = new Map()
    for (const [caller, callees] of state.calls.internal) {
      for (const callee of callees) found.set(callee, [...(found.get(callee) ?? []), caller])
    }
    callers.set(state, found)
  }
  return found
}

// Assets and updates, method by method

export function analyseMethods(
  { ast, state }: Analysed<Contract | TxScript>,
  { methods }: CompiledCode,
): void {
  warnUnusedPrivateFunctions(state, ast)
  inMethodOrder(ast.funcs).forEach((func, i) => {
    const method = methods[i]!
    warnUpdates(state, func, method)
    checkContractAssets(ast.id, func, method)
    checkPaysToContract(ast.id, func, method)
    checkAssets(ast.id, func, method)
  })
}

function warnUnusedPrivateFunctions(state: State, ast: ContractLike): void {
  if (state.options.ignoreUnusedPrivateFunctionsWarnings) return
  const unused = ast.funcs.filter(
    (func) => !func.isPublic && func.origin?.name === ast.id.name && !callersOf(state).has(funcKey(func.id)),
  )
  for (const name of unused.map(({ id }) => id.name).sort()) {
    state.warnings.push(`Found unused private function in ${ast.id.name}: ${name}`)
  }
}

const contains = ({ instructions }: CompiledMethod, names: readonly InstructionName[]): boolean =>
  instructions.some(({ name }) => (names as readonly string[]).includes(name))

const updating = ['StoreMutField', 'StoreMutFieldByIndex', 'MigrateWithFields'] as const

function warnUpdates(state: State, func: FuncDef, method: CompiledMethod): void {
  if (state.options.ignoreUpdateFieldsCheckWarnings) return
  const updates = contains(method, updating) || state.shared.mapUpdaters.has(func)
  const name = `"${state.typeId.name}.${func.id.name}"`
  if (updates && !func.updatesFields) {
    state.warnings.push(
      `Function ${name} updates fields. Please use "@using(updateFields = true)" for the function.`,
    )
  }
  if (!updates && func.updatesFields) {
    state.warnings.push(
      `Function ${name} does not update fields. Please remove "@using(updateFields = true)" for the function.`,
    )
  }
}

const spending = ['TransferAlphFromSelf', 'TransferTokenFromSelf', 'DestroySelf'] as const
const receiving = ['TransferAlphToSelf', 'TransferTokenToSelf'] as const
const paying = ['ApproveAlph', 'ApproveToken', 'TransferAlph', 'TransferToken', 'BurnToken'] as const

function checkContractAssets(id: TypeId, func: FuncDef, method: CompiledMethod): void {
  if (func.contractAssets === 'yes' && !contains(method, [...spending, ...receiving, 'SelfAddress'])) {
    refuse(
      `Function ${funcName(id, func.id)} does not use contract assets, but the annotation \`assetsInContract\` is enabled. ` +
        'Please remove the `assetsInContract` annotation or set it to `enforced`',
      func.span,
    )
  }
  if (func.contractAssets === 'no' && contains(method, spending)) {
    refuse(
      `Function ${funcName(id, func.id)} uses contract assets, please use annotation \`assetsInContract = true\`.`,
      func.span,
    )
  }
}

function checkPaysToContract(id: TypeId, func: FuncDef, method: CompiledMethod): void {
  if (func.paysToContractOnly && !contains(method, [...receiving, 'SelfAddress'])) {
    refuse(
      `Function ${funcName(id, func.id)} does not pay to the contract, but the annotation \`payToContractOnly\` is enabled.`,
      func.span,
    )
  }
  if (!contains(method, receiving)) return
  if (!func.paysToContractOnly && func.contractAssets === 'no') {
    refuse(
      `Function ${funcName(id, func.id)} transfers assets to the contract, please set either \`assetsInContract\` or \`payToContractOnly\` to true.`,
      func.span,
    )
  }
  if (!func.usesPreapprovedAssets) {
    refuse(
      `Function ${funcName(id, func.id)} transfers assets to the contract, please use annotation \`preapprovedAssets = true\`.`,
      func.span,
    )
  }
}

function checkAssets(id: TypeId, func: FuncDef, method: CompiledMethod): void {
  const usesNone = !func.usesPreapprovedAssets && func.contractAssets === 'no' && !func.paysToContractOnly
  if (usesNone && contains(method, paying)) {
    refuse(
      `Function ${funcName(id, func.id)} uses assets, please use annotation \`preapprovedAssets = true\` or \`assetsInContract = true\``,
      func.span,
    )
  }
}

// Whether public functions that do more than read check who calls them

export function warnUncheckedCallers(all: readonly Analysed[]): void {
  const contracts = all.filter((each): each is Analysed<Contract> => each.ast.kind === 'Contract')
  const concrete = contracts.filter(({ ast }) => !ast.isAbstract)
  const checked = new Map(concrete.map((each) => [each.ast.id.name, checkingFunctions(each)]))
  const doing = nonViewFunctions(contracts)
  for (const { ast, state } of concrete) {
    if (state.options.ignoreCheckExternalCallerWarnings) continue
    const unchecked = ast.funcs.filter(
      ({ id, isPublic }) =>
        isPublic && !checked.get(ast.id.name)!.has(funcKey(id)) && doing.has(`${ast.id.name}.${funcKey(id)}`),
    )
    const ordered = inTableOrder(unchecked, ({ id }) =>
      hashOfRecord('Tuple2', [typeHash(ast.id), funcHash(id)]),
    )
    for (const { id } of ordered) {
      state.warnings.push(
        `No external caller check for function "${ast.id.name}.${id.name}". ` +
          'Please use "checkCaller!(...)" in the function or its callees, or disable it with "@using(checkExternalCaller = false)".',
      )
    }
  }
}

/** Functions that check their caller, themselves or in a private function they call. */
function checkingFunctions({ ast, state }: Analysed<Contract>): Set<string> {
  const checking = new Set<string>()
  const byKey = new Map(ast.funcs.map((func) => [funcKey(func.id), func]))
  const mark = (func: FuncDef): void => {
    const key = funcKey(func.id)
    if (checking.has(key)) return
    checking.add(key)
    if (func.isPublic) return
    for (const caller of callersOf(state).get(key) ?? []) {
      const found = byKey.get(caller)
      if (found !== undefined) mark(found)
    }
  }
  for (const func of ast.funcs) {
    const isAnnotated = func.annotations
      .find(({ id }) => id.name === 'using')
      ?.fields.some(({ ident }) => ident.name === 'checkExternalCaller')
    if (!func.isPublic && isAnnotated && !state.options.ignoreCheckExternalCallerWarnings) {
      state.warnings.push(
        `No need to add the checkExternalCaller annotation to the private function ${funcName(ast.id, func.id)}`,
      )
    }
    if (!func.checksExternalCaller || callsBuiltIn(func, 'checkCaller')) mark(func)
  }
  return checking
}

const callsBuiltIn = (func: FuncDef, name: string): boolean =>
  func.body?.some(
    (statement) => statement.kind === 'FuncCall' && statement.id.builtIn && statement.id.name === name,
  ) ?? false

/** Functions that change something or may, with all that call them. */
function nonViewFunctions(contracts: readonly Analysed<Contract>[]): Set<string> {
  const doing = new Set<string>()
  for (const { ast, state } of contracts) {
    for (const func of ast.funcs) {
      const isView = !(
        func.updatesFields ||
        func.usesPreapprovedAssets ||
        func.contractAssets !== 'no' ||
        state.calls.interfaceCallers.has(func.id.name) ||
        callsBuiltIn(func, 'migrate') ||
        state.shared.mapUpdaters.has(func)
      )
      if (!isView) doing.add(`${ast.id.name}.${funcKey(func.id)}`)
    }
  }
  let before: number
  do {
    before = doing.size
    for (const { ast, state } of contracts) {
      const prefix = `${ast.id.name}.`
      for (const [caller, callees] of state.calls.internal) {
        if ([...callees].some((callee) => doing.has(prefix + callee))) doing.add(prefix + caller)
      }
      for (const [caller, callees] of state.calls.external) {
        if ([...callees].some((callee) => doing.has(callee))) doing.add(prefix + caller)
      }
    }
  } while (doing.size > before)
  return doing
}

// What abstract contracts define and no heir uses

export function unusedInParents(all: readonly Analysed[]): string[] {
  const contracts = all.filter((each): each is Analysed<Contract> => each.ast.kind === 'Contract')
  const [first] = contracts
  if (first === undefined) return []
  const { options } = first.state
  return [
    ...(options.ignoreUnusedConstantsWarnings
      ? []
      : unusedDefinitions(contracts, ownConstants, usedConstants, 'constant')),
    ...(options.ignoreUnusedPrivateFunctionsWarnings
      ? []
      : unusedDefinitions(contracts, ownPrivateFunctions, usedPrivateFunctions, 'private function')),
  ]
}

interface Definition {
  readonly owner: TypeId
  readonly name: string
}

function unusedDefinitions(
  contracts: readonly Analysed<Contract>[],
  defined: (contract: Contract) => readonly string[],
  used: (contract: Analysed<Contract>) => readonly Definition[],
  what: string,
): string[] {
  const left = new Map<string, { owner: TypeId; names: Set<string> }>()
  for (const { ast } of contracts) {
    if (ast.isAbstract) left.set(ast.id.name, { owner: ast.id, names: new Set(defined(ast)) })
  }
  for (const contract of contracts) {
    if (contract.ast.isAbstract) continue
    for (const { owner, name } of used(contract)) left.get(owner.name)?.names.delete(name)
  }
  const owners = [...left.values()].filter(({ names }) => names.size > 0)
  return inTrieOrder(owners, ({ owner }) => typeHash(owner)).flatMap(({ owner, names }) =>
    [...names].sort().map((name) => `Found unused ${what} in ${owner.name}: ${name}`),
  )
}

const ownConstants = ({ id, constants, enums }: Contract): string[] => [
  ...constants.filter(({ origin }) => origin?.name === id.name).map(({ ident }) => ident.name),
  ...enums.flatMap((each) =>
    each.fields
      .filter(({ origin }) => origin?.name === id.name)
      .map(({ ident }) => `${each.id.name}.${ident.name}`),
  ),
]

const usedConstants = ({ ast, state }: Analysed<Contract>): Definition[] =>
  [...state.variables.entries.values()].flatMap(({ name, scope, info }) => {
    if (info.kind !== 'Constant' || !state.variables.reads.has(varKey(name, scope))) return []
    const owner = info.def?.origin
    return owner === undefined || owner.name === ast.id.name ? [] : [{ owner, name }]
  })

const ownPrivateFunctions = ({ id, funcs }: Contract): string[] =>
  funcs.filter((func) => !func.isPublic && func.origin?.name === id.name).map((func) => func.id.name)

const usedPrivateFunctions = ({ ast, state }: Analysed<Contract>): Definition[] =>
  ast.funcs.flatMap((func) => {
    if (func.isPublic || !callersOf(state).has(funcKey(func.id))) return []
    return func.origin === undefined || func.origin.name === ast.id.name
      ? []
      : [{ owner: func.origin, name: func.id.name }]
  })

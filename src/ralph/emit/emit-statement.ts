import { i256 } from '../../bytecode/index.ts'
import { definedTypes, mapTypeOf, targetType } from '../check/check-statement.ts'
import type { State } from '../check/state.ts'
import { refuse } from '../compile-error.ts'
import { textBytes } from '../model/jvm-text.ts'
import type {
  AssignmentTarget,
  CompoundAssign,
  CompoundOperator,
  EmitEvent,
  Expr,
  ForLoop,
  MapCall,
  Selector,
  Statement,
  StructDestruction,
  Type,
  VarDef,
  While,
} from '../syntax/ast.ts'
import { emitBranches, emitCondition } from './branches.ts'
import { emitCall, emitContractCall } from './calls.ts'
import { type Code, constCode, type Instr, op, ops, times, u256Code } from './code.ts'
import { splitByMutability } from './field-values.ts'
import { destroyEntry, entryPath, loadEntry, storeEntry } from './map-entries.ts'
import { loadVariable, storeVariable } from './named-variables.ts'
import { inStackOrder, loadSelected, referenceTo, selectReference, storeSelected } from './references.ts'

export function emitStatement(state: State, statement: Statement): Code {
  switch (statement.kind) {
    case 'VarDef':
      return emitVarDef(state, statement)
    case 'StructDestruction':
      return emitStructDestruction(state, statement)
    case 'Assign': {
      const value = state.emit(statement.value)
      const stores = statement.targets.flatMap((target) => storeTarget(state, target))
      return [...value, ...inStackOrder(stores)]
    }
    case 'CompoundAssign':
      return emitCompoundAssign(state, statement)
    case 'FuncCall':
      state.addInternalCall(statement.id)
      return emitCall(state, statement, () => state.func(statement.id), true)
    case 'StaticContractFuncCall':
      return emitCall(state, statement, () => state.contractFunc(statement.contractId, statement.id), true)
    case 'ContractCall':
      return emitContractCall(state, statement, statement.object, true)
    case 'InsertToMap':
      return emitInsert(state, statement)
    case 'RemoveFromMap':
      return emitRemove(state, statement)
    case 'IfElseStatement':
      return emitBranches(
        state,
        statement.branches,
        statement.otherwise,
        ({ body }: { body: readonly Statement[] }) => state.emitStatements(body),
      )
    case 'While':
      return emitWhile(state, statement)
    case 'ForLoop':
      return emitFor(state, statement)
    case 'ReturnStmt':
      return [...state.emitAll(statement.exprs), ...ops('Return')]
    case 'Debug':
      if (!state.allowDebug) return []
      return [...state.emitAll(statement.values), op('DEBUG', statement.texts.map(textBytes))]
    case 'EmitEvent':
      return emitEvent(state, statement)
  }
}

function emitVarDef(state: State, statement: VarDef): Code {
  const types = definedTypes(state, statement)
  const stores = statement.vars.flatMap((variable, i) =>
    variable.kind === 'NamedVar'
      ? storeVariable(state, variable.ident)
      : [times(state.types.flatLength([types[i]!]), 'Pop')],
  )
  return [...state.emit(statement.value), ...inStackOrder(stores)]
}

function emitStructDestruction(state: State, { vars, expr }: StructDestruction): Code {
  const { ref, code } = referenceTo(state, expr)
  return [
    ...code,
    ...vars.flatMap(({ ident, alias }) => {
      const load = loadSelected(state, ref, { kind: 'IdentSelector', ident })
      return [...load, ...inStackOrder(storeVariable(state, alias ?? ident))]
    }),
  ]
}

/** Indexes that were calculated before are read from where they were kept. */
const currentSelectors = ({ selectors, indexVariables }: AssignmentTarget): Selector[] =>
  selectors.map((selector, i) => {
    const index = indexVariables.get(i)
    return selector.kind === 'IndexSelector' && index !== undefined
      ? { kind: 'IndexSelector', index }
      : selector
  })

function storeTarget(state: State, target: AssignmentTarget): Code[] {
  if (target.selectors.length === 0) return storeVariable(state, target.ident)
  const { type } = state.variables.variable(target.ident)
  const selectors = currentSelectors(target)
  if (type.kind === 'Map') {
    const path = entryPath(state, loadVariable(state, target.ident), keyOf(selectors))
    return storeEntry(state, type.value, targetType(state, target), path, selectors.slice(1))
  }
  const part = selectReference(state, state.variables.reference(target.ident), selectors.slice(0, -1))
  return storeSelected(state, part, selectors.at(-1)!)
}

function loadTarget(state: State, target: AssignmentTarget): Code {
  if (target.selectors.length === 0) return loadVariable(state, target.ident)
  const { type } = state.variables.variable(target.ident)
  const selectors = currentSelectors(target)
  if (type.kind === 'Map') {
    const path = entryPath(state, loadVariable(state, target.ident), keyOf(selectors))
    return loadEntry(state, type.value, targetType(state, target), path, selectors.slice(1))
  }
  const part = selectReference(state, state.variables.reference(target.ident), selectors.slice(0, -1))
  return loadSelected(state, part, selectors.at(-1)!)
}

function keyOf([first]: readonly Selector[]): Expr {
  return first?.kind === 'IndexSelector' ? first.index : refuse('Expected index selector, got ident selector')
}

/** Indexes are calculated once for the load and the store. */
function keepIndexes(state: State, target: AssignmentTarget): Instr[] {
  return target.selectors.flatMap((selector, i) => {
    if (selector.kind !== 'IndexSelector') return []
    const { index } = selector
    if (index.kind === 'Variable' || index.kind === 'Const') return []
    const ident = { name: state.variables.freshName() }
    state.declarations.addLocal(ident, state.typesOf(index)[0]!, false, false, true)
    const code = [...state.emit(index), ...storeVariable(state, ident).flat()]
    target.indexVariables.set(i, { kind: 'Variable', id: ident })
    return code
  })
}

const compoundInstructions = { '+=': 'Add', '-=': 'Sub', '*=': 'Mul', '/=': 'Div' } as const

function compoundCode(sign: CompoundOperator, type: Type): Code {
  if (type.kind !== 'I256' && type.kind !== 'U256') return refuse(`Expect I256/U256 for ${sign} operator`)
  return ops(`${type.kind}${compoundInstructions[sign]}`)
}

function emitCompoundAssign(state: State, { target, op: sign, value }: CompoundAssign): Code {
  const type = targetType(state, target)
  return [
    ...keepIndexes(state, target),
    ...loadTarget(state, target),
    ...state.emit(value),
    ...compoundCode(sign, type),
    ...inStackOrder(storeTarget(state, target)),
  ]
}

function debugPath(state: State, path: Code, operation: string): Code {
  if (!state.allowDebug) return path
  const texts = [`${operation} at map path: `, ''].map(textBytes)
  return [...path, ...ops('Dup'), op('DEBUG', texts)]
}

const entryFieldsMax = 0xff

function emitInsert(state: State, { ident, args }: MapCall): Code {
  const [value, key, payer] = [...args].reverse()
  const deposit =
    payer === undefined
      ? ops('NullContractAddress')
      : [...state.emit(payer), ...ops('MinimalContractDeposit', 'ApproveAlph')]
  const map = mapTypeOf(state, ident)
  const mutability = state.types.flatMutability(map.value, true)
  const mutLength = mutability.filter(Boolean).length
  const immLength = mutability.length - mutLength + 1 // the contract's own id
  for (const length of [mutLength, immLength]) {
    if (length > entryFieldsMax) {
      refuse('The number of struct fields exceeds the maximum limit', value!.span)
    }
  }
  const path = entryPath(state, loadVariable(state, ident), key!)
  const { imm, mut } = splitByMutability(state, mutability, [value!])
  return [
    ...deposit,
    ...debugPath(state, path, 'insert'),
    ...imm,
    ...ops('SelfContractId'),
    ...mut,
    op('CreateMapEntry', [immLength, mutLength]),
  ]
}

function emitRemove(state: State, { ident, args }: MapCall): Code {
  const [key, refunded] = [...args].reverse()
  const path = entryPath(state, loadVariable(state, ident), key!)
  const object = [...debugPath(state, path, 'remove'), ...ops('SubContractId')]
  const refund = refunded === undefined ? ops('NullContractAddress') : state.emit(refunded)
  return [...refund, u256Code(1), u256Code(0), ...object, destroyEntry]
}

const loopMax = 0xff

function emitWhile(state: State, loop: While): Code {
  return state.variables.within(loop, () => {
    const body = state.emitStatements(loop.body)
    const condition = emitCondition(state, loop.condition, body.length + 1)
    const length = condition.length + body.length + 1
    if (length > loopMax) refuse('Too many instructions for if-else branches', loop.span)
    return [...condition, ...body, op('Jump', -length)]
  })
}

function emitFor(state: State, loop: ForLoop): Code {
  return state.variables.within(loop, () => {
    const initialize = state.emitStatements([loop.initialize])
    const body = state.emitStatements(loop.body)
    const update = state.emitStatements([loop.update])
    const length = body.length + update.length + 1
    const condition = emitCondition(state, loop.condition, length)
    return [...initialize, ...condition, ...body, ...update, op('Jump', -(condition.length + length))]
  })
}

const logInstructions = ['Log1', 'Log2', 'Log3', 'Log4', 'Log5', 'Log6', 'Log7', 'Log8', 'Log9'] as const

function emitEvent(state: State, { id, args }: EmitEvent): Code {
  const index = state.events.findIndex((event) => event.id.name === id.name)
  const log = logInstructions[args.length]
  if (log === undefined) return refuse('Contract events allow up to 8 fields', id.span)
  return [constCode(i256(BigInt(index))), ...state.emitAll(args), ...ops(log)]
}

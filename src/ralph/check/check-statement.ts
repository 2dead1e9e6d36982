import { refuse } from '../compile-error.ts'
import { fieldOf, isTuple } from '../model/globals.ts'
import { exprText, listText } from '../model/jvm-text.ts'
import {
  addressType,
  boolType,
  quote,
  quoteTypes,
  sameType,
  sameTypes,
  signatureOf,
  typesText,
  typeText,
} from '../model/type.ts'
import type {
  Assign,
  AssignmentTarget,
  CallParts,
  CompoundAssign,
  EmitEvent,
  ForLoop,
  FuncId,
  Ident,
  IfStatement,
  MapCall,
  MapType,
  Return,
  Selector,
  Statement,
  StructDestruction,
  Type,
  TypeId,
  VarDef,
  While,
} from '../syntax/ast.ts'
import type { Span } from '../syntax/span.ts'
import type { State } from './state.ts'
import {
  callTypes,
  checkApprovals,
  checkCondition,
  contractCallTypes,
  funcName,
  selectedType,
  staticCallTypes,
} from './type-of.ts'
import type { VarInfo } from './variables.ts'

/** Names, types and mutability of a statement; adds the variables it defines. */
export function checkStatement(state: State, statement: Statement): void {
  switch (statement.kind) {
    case 'VarDef':
      checkVarDef(state, statement)
      break
    case 'StructDestruction':
      checkStructDestruction(state, statement)
      break
    case 'Assign':
      checkAssign(state, statement)
      break
    case 'CompoundAssign':
      checkCompoundAssign(state, statement)
      break
    case 'FuncCall':
      checkApprovals(state, statement.approve)
      warnUnusedReturn(state, state.typeId, statement.id, callTypes(state, statement))
      break
    case 'StaticContractFuncCall':
      checkApprovals(state, statement.approve)
      warnUnusedReturn(
        state,
        statement.contractId,
        statement.id,
        staticCallTypes(state, statement, statement.contractId),
      )
      break
    case 'ContractCall': {
      checkApprovals(state, statement.approve)
      const { typeId, types } = contractCallTypes(state, statement as CallParts, statement.object)
      warnUnusedReturn(state, typeId, statement.id, types)
      break
    }
    case 'InsertToMap':
    case 'RemoveFromMap':
      checkMapCall(state, statement)
      break
    case 'IfElseStatement':
      checkIf(state, statement)
      break
    case 'While':
      checkWhile(state, statement)
      break
    case 'ForLoop':
      checkFor(state, statement)
      break
    case 'ReturnStmt':
      checkReturn(state, statement)
      break
    case 'Debug':
      for (const value of statement.values) state.typesOf(value)
      break
    case 'EmitEvent':
      checkEmit(state, statement)
      break
  }
}

/** The types of the variables a definition makes. A tuple may be kept whole or taken apart. */
export function definedTypes(state: State, statement: VarDef): readonly Type[] {
  const count = statement.vars.length
  let types = state.typesOf(statement.value)
  const [only] = types
  if (types.length === 1 && only?.kind === 'Struct' && count !== 1) {
    const struct = state.types.struct(only.id)
    if (isTuple(struct)) types = struct.fields.map((field) => state.types.resolve(field.type))
  }
  if (types.length !== count) {
    refuse(
      `Invalid variable declaration, expected ${types.length} variables, got ${count} variables`,
      statement.span,
    )
  }
  return types
}

function checkVarDef(state: State, statement: VarDef): void {
  const types = definedTypes(state, statement)
  statement.vars.forEach((variable, i) => {
    if (variable.kind === 'AnonymousVar') return
    const { ident, mutable } = variable
    const type = types[i]!
    if (type.kind === 'Map') refuse(`Cannot define local map variable ${ident.name}`, ident.span)
    state.declarations.addLocal(ident, type, mutable)
  })
}

function checkStructDestruction(state: State, { id, vars, expr }: StructDestruction): void {
  const types = state.typesOf(expr)
  const [type] = types
  if (types.length !== 1 || type?.kind !== 'Struct' || type.id.name !== id.name) {
    refuse(`Expected struct type ${quote(id.name)}, got ${quoteTypes(types)}`, expr.span)
  }
  const struct = state.types.struct(id)
  for (const { mutable, ident, alias } of vars) {
    const fieldType = state.types.resolve(fieldOf(struct, ident).type)
    state.declarations.addLocal(alias ?? ident, fieldType, mutable)
  }
}

export function targetType(state: State, target: AssignmentTarget): Type {
  if (target.type === undefined) {
    const root = state.types.resolve(state.variables.variable(target.ident, true).type)
    target.type =
      target.selectors.length === 0
        ? root
        : selectedType(state, root, target.selectors, target.span, target.ident.span)
  }
  return target.type
}

function checkAssign(state: State, { targets, value, span }: Assign): void {
  const types = targets.map((target) => targetType(state, target))
  const left = types.length === 1 ? types : [state.types.resolve({ kind: 'Tuple', types })]
  const right = state.typesOf(value)
  if (!sameTypes(left, right)) refuse(`Cannot assign ${quoteTypes(right)} to ${quoteTypes(left)}`, span)
  for (const target of targets) checkMutable(state, target, span)
}

function checkCompoundAssign(state: State, { target, op, value, span }: CompoundAssign): void {
  const left = targetType(state, target)
  const right = state.typesOf(value)
  if (right.length !== 1) {
    refuse(`Compound assignment ${quote(op)} requires single value on both sides`, span)
  }
  if (!sameType(left, right[0]!)) {
    refuse(`Cannot assign ${quote(typeText(right[0]!))} to ${quote(typeText(left))}`, span)
  }
  checkMutable(state, target, span)
}

const onlyWholly = 'Assignment only works when all of the (nested) fields are mutable.'

function checkMutable(state: State, target: AssignmentTarget, span: Span | undefined): void {
  const { ident, selectors } = target
  const info: VarInfo = state.variables.variable(ident)
  if (selectors.length === 0 && info.kind === 'Map')
    refuse(`Cannot assign to map variable ${ident.name}.`, span)
  if (state.updatesImmFields && !info.isLocal) return
  if (!info.mutable) refuse(`Cannot assign to immutable variable ${ident.name}.`, span)
  if (selectors.length > 0) {
    checkSelectedMutable(state, state.types.resolve(info.type), selectors, ident, undefined, ident, span)
  } else if (!state.types.isMutable(targetType(state, target))) {
    refuse(`Cannot assign to variable ${ident.name}. ${onlyWholly}`, span)
  }
}

function checkSelectedMutable(
  state: State,
  type: Type,
  selectors: readonly Selector[],
  lastField: Ident,
  structId: TypeId | undefined,
  variable: Ident,
  span: Span | undefined,
): void {
  const [selector, ...rest] = selectors
  if (type.kind === 'Array' && selector?.kind === 'IndexSelector') {
    if (rest.length > 0) {
      checkSelectedMutable(state, type.base, rest, lastField, structId, variable, span)
    } else if (!state.types.isMutable(type.base)) {
      const array = structId === undefined ? lastField.name : `${structId.name}.${lastField.name}`
      refuse(`Cannot assign to immutable element in array ${array}. ${onlyWholly}`, span)
    }
  } else if (type.kind === 'Map' && selector?.kind === 'IndexSelector') {
    checkMapMutable(state, type, rest, variable, span)
  } else if (type.kind === 'Struct' && selector?.kind === 'IdentSelector') {
    const field = fieldOf(state.types.struct(type.id), selector.ident)
    const name = `${field.ident.name} in struct ${type.id.name}`
    if (!field.mutable) refuse(`Cannot assign to immutable field ${name}.`, span)
    if (rest.length > 0) {
      checkSelectedMutable(state, state.types.resolve(field.type), rest, field.ident, type.id, variable, span)
    } else if (!state.types.isMutable(field.type)) {
      refuse(`Cannot assign to field ${name}. ${onlyWholly}`, span)
    }
  } else refuse(`Invalid selectors ${listText([])} for type ${typeText(type)}`, span)
}

function checkMapMutable(
  state: State,
  map: MapType,
  selectors: readonly Selector[],
  variable: Ident,
  span: Span | undefined,
): void {
  state.setUpdatesMap()
  if (selectors.length > 0) {
    const entry = { name: `${variable.name}[${signatureOf(map.key)}]` }
    checkSelectedMutable(state, map.value, selectors, entry, undefined, variable, span)
  } else if (!state.types.isMutable(map.value)) {
    refuse(`Cannot assign to value in map ${quote(variable.name)}. ${onlyWholly}`, span)
  }
}

function warnUnusedReturn(state: State, typeId: TypeId, id: FuncId, types: readonly Type[]): void {
  if (types.length === 0 || (types.length === 1 && types[0]!.kind === 'Panic')) return
  if (state.options.ignoreUnusedFunctionReturnWarnings) return
  const ignored = types.length === 1 ? '_' : `(${types.map(() => '_').join(', ')})`
  state.warnings.push(
    `The return values of the function ${funcName(typeId, id)} are not used.` +
      ` Please add \`let ${ignored} = \` before the function call to explicitly ignore its return value.`,
  )
}

export function mapTypeOf(state: State, ident: Ident): MapType {
  const { type } = state.variables.variable(ident, true)
  return type.kind === 'Map' ? type : refuse(`Expected map type, got ${typeText(type)}`, ident.span)
}

/** The first argument may be who pays or gets back the deposit. */
function checkMapCall(state: State, { kind, ident, args, span }: MapCall): void {
  state.setUpdatesMap()
  const map = mapTypeOf(state, ident)
  const entry = kind === 'InsertToMap' ? [map.key, map.value] : [map.key]
  const expected = args.length === entry.length ? entry : [addressType, ...entry]
  if (args.length !== expected.length) {
    refuse(`Invalid args length, expected ${expected.length}, got ${args.length}`, span)
  }
  const types = state.typesOfAll(args)
  if (!sameTypes(types, expected)) {
    refuse(`Invalid args type ${typesText(types)}, expected ${typesText(expected)}`, span)
  }
}

function checkBody(state: State, body: readonly Statement[]): void {
  for (const statement of body) state.check(statement)
}

function checkIf(state: State, { branches, otherwise }: IfStatement): void {
  for (const { condition } of branches) checkCondition(state, condition)
  for (const branch of branches) state.variables.within(branch, () => checkBody(state, branch.body))
  if (otherwise !== undefined) state.variables.within(otherwise, () => checkBody(state, otherwise.body))
}

function checkWhile(state: State, loop: While): void {
  state.variables.within(loop, () => {
    if (!sameTypes(state.typesOf(loop.condition), [boolType])) {
      refuse(`Invalid type of conditional expr ${quote(exprText(loop.condition))}`, loop.span)
    }
    checkBody(state, loop.body)
  })
}

function checkFor(state: State, loop: ForLoop): void {
  state.variables.within(loop, () => {
    state.check(loop.initialize)
    if (!sameTypes(state.typesOf(loop.condition), [boolType])) {
      refuse(`Invalid condition type: ${exprText(loop.condition)}`, loop.span)
    }
    state.check(loop.update)
    checkBody(state, loop.body)
  })
}

function checkReturn(state: State, { exprs, span }: Return): void {
  const types = state.typesOfAll(exprs)
  state.checkReturn(exprs.length > 1 ? [state.types.resolve({ kind: 'Tuple', types })] : types, span)
}

function checkEmit(state: State, { id, args, span }: EmitEvent): void {
  const event = state.event(id)
  const types = state.typesOfAll(args)
  if (types.some(({ kind }) => kind === 'Array' || kind === 'Struct')) {
    refuse(
      `Array and struct types are not supported for event ${quote(`${state.typeId.name}.${id.name}`)}`,
      span,
    )
  }
  const expected = event.fields.map(({ type }) => type)
  if (!sameTypes(state.types.resolveAll(expected), types)) {
    refuse(
      `Invalid args type ${typesText(types)} for event ${event.id.name}(${expected.map(typeText).join(', ')})`,
      args[0]?.span,
    )
  }
}

import { placed, refuse } from '../compile-error.ts'
import { enumFieldIdent } from '../model/constants.ts'
import { fieldOf } from '../model/globals.ts'
import { amountsText, exprText, funcIdText, listText } from '../model/jvm-text.ts'
import { operatorRow } from '../model/operator-row.ts'
import { binaryOperators, unaryOperators } from '../model/operators.ts'
import {
  addressType,
  arrayOf,
  boolType,
  byteVecType,
  primitiveTypes,
  quote,
  quoteTypes,
  sameType,
  sameTypes,
  signatureOf,
  typesText,
  typeText,
  u256Type,
} from '../model/type.ts'
import type {
  ApproveAsset,
  ArrayFill,
  ArrayList,
  Binary,
  CallParts,
  ContractConv,
  Expr,
  FuncId,
  IfExpr,
  Load,
  MapContains,
  MapType,
  Selector,
  Statement,
  StructCtor,
  Type,
  TypeId,
} from '../syntax/ast.ts'
import { type Span, spanning } from '../syntax/span.ts'
import type { ContractFunc, State } from './state.ts'

/** The types of an expression's values: one for most, none for a call that gives nothing back. */
export function typesOf(state: State, expr: Expr): readonly Type[] {
  switch (expr.kind) {
    case 'Const':
      return [primitiveTypes[expr.value.type]]
    case 'ALPHTokenId':
      return [byteVecType]
    case 'CreateArrayExpr1': {
      const element = elementType(state, expr, expr.elements[0]!)
      if (expr.elements.some((each) => !sameTypes(state.typesOf(each), [element]))) {
        refuse('Array elements should have same type', expr.span)
      }
      return [arrayOf(element, expr.elements.length)]
    }
    case 'CreateArrayExpr2': {
      const element = elementType(state, expr, expr.element)
      return [arrayOf(element, state.types.calculateSize(expr.size))]
    }
    case 'Variable':
      return [state.types.resolve(state.variables.variable(expr.id).type)]
    case 'EnumFieldSelector':
      return [state.variables.variable(enumFieldIdent(expr.enumId.name, expr.field)).type]
    case 'UnaryOp':
      return placed(expr.span, () => [unaryOperators[expr.op].returnType(state.typesOf(expr.expr))])
    case 'Binop':
      return binaryTypes(state, expr)
    case 'ContractConv':
      return [contractConvType(state, expr)]
    case 'CallExpr':
      checkApprovals(state, expr.approve)
      return callTypes(state, expr)
    case 'ContractStaticCallExpr':
      checkApprovals(state, expr.approve)
      return staticCallTypes(state, expr, expr.contractId)
    case 'ContractCallExpr':
      checkApprovals(state, expr.approve)
      return contractCallTypes(state, expr, expr.object).types
    case 'ParenExpr':
      return state.typesOf(expr.expr)
    case 'TupleLiteral':
      return [state.types.resolve({ kind: 'Tuple', types: state.typesOfAll(expr.exprs) })]
    case 'IfElseExpr':
      return ifTypes(state, expr)
    case 'StructCtor':
      return [structType(state, expr)]
    case 'LoadDataBySelectors':
      return [loadType(state, expr)]
    case 'MapContains':
      return [mapContainsType(state, expr)]
  }
}

function binaryTypes(state: State, expr: Binary): readonly Type[] {
  const { first, operations } = operatorRow(expr)
  let types = placed(operations[0]!.span, () => state.typesOf(first))
  for (const operation of operations) {
    types = operation.types ??= placed(operation.span, () => [
      binaryOperators[operation.op].returnType([...types, ...state.typesOf(operation.right)]),
    ])
  }
  return types
}

function elementType(state: State, array: ArrayList | ArrayFill, element: Expr): Type {
  const types = state.typesOf(element)
  if (types.length !== 1) {
    refuse(`Expected single type for array element, got ${quote(typesText(types))}`, array.span)
  }
  return types[0]!
}

function contractConvType(state: State, expr: ContractConv): Type {
  const { ast } = state.contract(expr.typeId)
  if (!sameTypes(state.typesOf(expr.address), [byteVecType])) {
    refuse(`Invalid expr ${exprText(expr.address)} for contract address`, expr.address.span)
  }
  if (ast.kind === 'TxScript' || (ast.kind === 'Contract' && ast.isAbstract)) {
    refuse(`${expr.typeId.name} is not instantiable`, expr.span)
  }
  return { kind: 'Contract', id: expr.typeId }
}

export function checkApprovals(state: State, approvals: readonly ApproveAsset[]): void {
  for (const { address, amounts } of approvals) {
    if (!sameTypes(state.typesOf(address), [addressType])) {
      refuse(`Invalid address type: ${exprText(address)}`, address.span)
    }
    const wrong = amounts.find(({ token, amount }) => {
      const tokenTypes = state.typesOf(token)
      const amountTypes = state.typesOf(amount)
      return !sameTypes(tokenTypes, [byteVecType]) || !sameTypes(amountTypes, [u256Type])
    })
    if (wrong !== undefined) {
      refuse(`Invalid token amount type: ${amountsText(amounts)}`, wrong.token.span)
    }
  }
}

export const callTypes = (state: State, call: CallParts): readonly Type[] => {
  const func = state.func(call.id)
  return placed(call.span, () => func.returnTypes(state, call, call.args))
}

export const funcName = (typeId: TypeId, id: FuncId): string => quote(`${typeId.name}.${id.name}`)

export function staticCallTypes(state: State, call: CallParts, contractId: TypeId): readonly Type[] {
  const func = state.contractFunc(contractId, call.id)
  if (!func.isStatic) refuse(`Expected static function, got ${funcName(contractId, call.id)}`, call.id.span)
  return placed(call.span, () => func.returnTypes(state, call, call.args))
}

export function contractCallTypes(
  state: State,
  call: CallParts,
  object: Expr,
): { readonly typeId: TypeId; readonly types: readonly Type[] } {
  const typeId = contractTypeOf(state, call, object)
  if (state.contract(typeId).ast.kind === 'Interface')
    state.calls.interfaceCallers.add(state.currentFunc.name)
  const func: ContractFunc = state.contractFunc(typeId, call.id)
  if (func.isStatic) refuse(`Expected non-static function, got ${funcName(typeId, call.id)}`, call.id.span)
  state.addExternalCall(typeId, call.id)
  return { typeId, types: placed(call.span, () => func.returnTypes(state, call, call.args)) }
}

function contractTypeOf(state: State, call: CallParts, object: Expr): TypeId {
  const types = state.typesOf(object)
  if (types.length !== 1) {
    refuse(`Expected a single parameter for contract object, got ${quote(exprText(object))}`, object.span)
  }
  const type = state.types.resolve(types[0]!)
  if (type.kind === 'Contract') return type.id
  return refuse(
    `Expected a contract for ${quote(funcIdText(call.id))}, got ${quote(exprText(object))}`,
    object.span,
  )
}

export function checkCondition(state: State, condition: Expr): void {
  const types = state.typesOf(condition)
  if (sameTypes(types, [boolType])) return
  refuse(`Invalid type of condition expr: ${typesText(types)}`, condition.span)
}

/** The last arm comes first. Arms open no scope: what they define is still there afterwards. */
function ifTypes(state: State, expr: IfExpr): readonly Type[] {
  const armTypes = (arm: { readonly statements: readonly Statement[]; readonly expr: Expr }) => {
    for (const statement of arm.statements) state.check(statement)
    return state.typesOf(arm.expr)
  }
  const expected = armTypes(expr.otherwise)
  for (const branch of expr.branches) {
    checkCondition(state, branch.condition)
    const types = armTypes(branch)
    if (!sameTypes(types, expected)) {
      refuse(
        `Invalid types of if-else expression branches, expected ${quote(typesText(expected))}, got ${quote(typesText(types))}`,
        expr.span,
      )
    }
  }
  return expected
}

function structType(state: State, expr: StructCtor): Type {
  const struct = state.types.struct(expr.id)
  const expected = struct.fields.map((field) => ({
    ident: field.ident,
    type: state.types.resolve(field.type),
  }))
  const given = expr.fields.map(({ ident, expr: value }) => ({
    ident,
    types: value === undefined ? [state.variables.variable(ident).type] : state.typesOf(value),
  }))
  const isExpected = ({ ident, types }: (typeof given)[number]): boolean =>
    expected.some((field) => field.ident.name === ident.name && sameTypes(types, [field.type]))
  if (expected.length !== given.length || !given.every(isExpected)) {
    const fields = struct.fields.map((field) => `${field.ident.name}:${signatureOf(field.type)}`)
    refuse(`Invalid struct fields, expect ${listText(fields)}`, expr.span)
  }
  return { kind: 'Struct', id: struct.id }
}

function loadType(state: State, expr: Load): Type {
  const types = state.typesOf(expr.base)
  const [type] = types
  if (
    types.length !== 1 ||
    type === undefined ||
    (type.kind !== 'Array' && type.kind !== 'Struct' && type.kind !== 'Map')
  ) {
    const kinds = expr.selectors[0]!.kind === 'IndexSelector' ? 'array or map' : 'struct'
    return refuse(`Expected ${kinds} type, got ${quoteTypes(types)}`, expr.base.span)
  }
  return selectedType(state, type, expr.selectors, expr.span, expr.base.span)
}

/** Follows fields and indexes from a type. */
export function selectedType(
  state: State,
  root: Type,
  selectors: readonly Selector[],
  wholeSpan: Span | undefined,
  rootSpan: Span | undefined,
): Type {
  let type = root
  let reached = rootSpan
  for (const selector of selectors) {
    if (selector.kind === 'IndexSelector') {
      if (type.kind === 'Array') {
        checkArrayIndex(state, selector.index)
        type = type.base
      } else if (type.kind === 'Map') {
        checkMapKey(state, type, selector.index)
        type = type.value
      } else {
        refuse(`Expected array or map type, got ${quote(typeText(type))}`, spanning(wholeSpan, reached))
      }
    } else if (type.kind === 'Struct') {
      type = state.types.resolve(fieldOf(state.types.struct(type.id), selector.ident).type)
    } else {
      refuse(`Expected struct type, got ${quote(typeText(type))}`, spanning(wholeSpan, reached))
    }
    reached = selector.span
  }
  return type
}

function checkArrayIndex(state: State, index: Expr): void {
  const types = state.typesOf(index)
  if (sameTypes(types, [u256Type])) return
  refuse(`Invalid array index type ${quoteTypes(types)}, expected "U256"`, index.span)
}

function checkMapKey(state: State, map: MapType, index: Expr): void {
  const types = state.typesOf(index)
  if (types.length === 1 && sameType(types[0]!, map.key)) return
  refuse(`Invalid map key type ${quoteTypes(types)}, expected ${quote(typeText(map.key))}`, index.span)
}

function mapContainsType(state: State, expr: MapContains): Type {
  const { type } = state.variables.variable(expr.ident)
  if (type.kind !== 'Map') return refuse(`Expected map type, got ${typeText(type)}`, expr.ident.span)
  const types = state.typesOf(expr.index)
  if (!sameTypes(types, [type.key])) {
    refuse(`Invalid args type ${typesText(types)}, expected ${typesText([type.key])}`, expr.span)
  }
  return boolType
}

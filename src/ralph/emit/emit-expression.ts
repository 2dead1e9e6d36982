import type { Val } from '../../bytecode/index.ts'
import type { State } from '../check/state.ts'
import { CompilerLimit, placed, refuse } from '../compile-error.ts'
import { enumFieldIdent } from '../model/constants.ts'
import { identText } from '../model/jvm-text.ts'
import { operatorRow } from '../model/operator-row.ts'
import { binaryOperators, unaryOperators } from '../model/operators.ts'
import type { ArrayFill, Binary, Expr, Load, Statement, StructCtor } from '../syntax/ast.ts'
import { emitBranches } from './branches.ts'
import { emitCall, emitContractCall } from './calls.ts'
import { type Code, constCode, type Instr, op, ops } from './code.ts'
import { entryPath, loadEntry } from './map-entries.ts'
import { loadVariable } from './named-variables.ts'
import { loadSelected, referenceTo, selectReference } from './references.ts'

export function emitExpression(state: State, expr: Expr): Code {
  switch (expr.kind) {
    case 'Const':
      return [constCode(expr.value)]
    case 'ALPHTokenId':
      return ops('ALPHTokenId')
    case 'CreateArrayExpr1':
      return state.emitAll(expr.elements)
    case 'CreateArrayExpr2':
      return emitFill(state, expr)
    case 'Variable':
      return loadVariable(state, expr.id)
    case 'EnumFieldSelector':
      return loadVariable(state, enumFieldIdent(expr.enumId.name, expr.field))
    case 'UnaryOp':
      return [...state.emit(expr.expr), ...ops(...unaryOperators[expr.op].code(state.typesOf(expr.expr)))]
    case 'Binop':
      return emitBinary(state, expr)
    case 'ContractConv':
      return state.emit(expr.address)
    case 'CallExpr':
      state.addInternalCall(expr.id)
      return emitCall(state, expr, () => state.func(expr.id), false)
    case 'ContractStaticCallExpr':
      return emitCall(state, expr, () => state.contractFunc(expr.contractId, expr.id), false)
    case 'ContractCallExpr':
      return emitContractCall(state, expr, expr.object, false)
    case 'ParenExpr':
      return state.emit(expr.expr)
    case 'TupleLiteral':
      return state.emitAll(expr.exprs)
    case 'IfElseExpr':
      return emitBranches(
        state,
        expr.branches,
        expr.otherwise,
        (arm: { readonly statements: readonly Statement[]; readonly expr: Expr }) => [
          ...state.emitStatements(arm.statements),
          ...state.emit(arm.expr),
        ],
      )
    case 'StructCtor':
      return emitStruct(state, expr)
    case 'LoadDataBySelectors':
      return emitLoad(state, expr)
    case 'MapContains':
      return [
        ...entryPath(state, loadVariable(state, expr.ident), expr.index),
        ...ops('SubContractId', 'ContractExists'),
      ]
  }
}

/** Far more than a contract can hold; the rest would only fill the memory of whoever compiles. */
const fillMax = 100_000

/** The element's code as often as there are elements: each is calculated. */
function emitFill(state: State, { element, size }: ArrayFill): Code {
  const count = state.types.calculateSize(size)
  const code: Instr[] = []
  for (let i = 0; i < count; i++) {
    for (const instr of state.emit(element)) code.push(instr)
    if (code.length > fillMax || i > fillMax) throw new CompilerLimit('An array is too large')
  }
  return code
}

function emitBinary(state: State, expr: Binary): Code {
  const { first, operations } = operatorRow(expr)
  let code = [...placed(operations[0]!.span, () => state.emit(first))]
  for (const operation of operations) {
    placed(operation.span, () => {
      const quotient = constantQuotient(state, operation)
      if (quotient !== undefined) code = [constCode(quotient)]
      else for (const instr of behindLeft(state, operation)) code.push(instr)
    })
  }
  return code
}

/** Constants are divided here. */
function constantQuotient(state: State, { op: sign, left, right }: Binary): Val | undefined {
  const operator = binaryOperators[sign]
  if (operator.division === undefined) return undefined
  const leftValue = state.types.tryCalculate(left)
  const rightValue = state.types.tryCalculate(right)
  if (leftValue === undefined || rightValue === undefined || leftValue.type !== rightValue.type)
    return undefined
  const result = operator.calculate([leftValue, rightValue])
  if (typeof result !== 'string') return result
  return refuse(`${leftValue.type} overflow: \`${leftValue.value} ${operator.name} ${rightValue.value}\``)
}

/** What follows the code of the left side. Signed division rounds by whether the signs agree. */
function behindLeft(state: State, { op: sign, left, right }: Binary): Code {
  const { division, code } = binaryOperators[sign]
  const rightCode = state.emit(right)
  if (sign === '&&' || sign === '||') {
    const skip = op(sign === '&&' ? 'IfFalse' : 'IfTrue', rightCode.length + 1)
    return [...ops('Dup'), skip, ...ops('Pop'), ...rightCode]
  }
  if (division === undefined) return [...rightCode, ...ops(...code(state.typesOfAll([left, right])))]
  if (state.typesOf(left)[0]?.kind === 'U256') return [...rightCode, ...ops(division.u256Code)]
  const [ifSame, ifDifferent] = division.i256Code
  return [
    ...ops('Dup', 'Dup'),
    ...rightCode,
    ...ops('NumericXor', 'Dup', 'I256Const0', 'I256Ge'),
    op('IfTrue', 3),
    ...ops('NumericXor', ifDifferent),
    op('Jump', 2),
    ...ops('NumericXor', ifSame),
  ]
}

function emitStruct(state: State, expr: StructCtor): Code {
  const struct = state.types.struct(expr.id)
  const ordered = struct.fields.map(
    (field) =>
      expr.fields.find(({ ident }) => ident.name === field.ident.name) ??
      refuse(`Struct field ${identText(field.ident)} does not exist`, expr.id.span),
  )
  return ordered.flatMap(({ ident, expr: value }) =>
    value === undefined ? loadVariable(state, ident) : state.emit(value),
  )
}

function emitLoad(state: State, expr: Load): Code {
  const [type] = state.typesOf(expr.base)
  const [first] = expr.selectors
  if (type?.kind === 'Map' && first?.kind === 'IndexSelector') {
    const path = entryPath(state, state.emit(expr.base), first.index)
    return loadEntry(state, type.value, state.typesOf(expr)[0]!, path, expr.selectors.slice(1))
  }
  const { ref, code } = referenceTo(state, expr.base)
  const part = selectReference(state, ref, expr.selectors.slice(0, -1))
  return [...code, ...loadSelected(state, part, expr.selectors.at(-1)!)]
}

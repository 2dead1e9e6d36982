import { valText } from '../../bytecode/index.ts'
import { utf8ToBytes } from '../../kit/index.ts'
import type {
  ApproveAsset,
  Expr,
  FuncId,
  Ident,
  Selector,
  Statement,
  TokenAmount,
  TypeId,
} from '../syntax/ast.ts'

/** How the JVM prints pieces of a program; some error messages of the node contain them. */

/** Half a surrogate pair has no UTF-8; the JVM writes a question mark for it. */
export const textBytes = (text: string): Uint8Array => utf8ToBytes(text.replace(/\p{Surrogate}/gu, '?'))

export const listText = (items: readonly string[]): string => `List(${items.join(', ')})`

export const identText = (id: Ident): string => `Ident(${id.name})`
export const typeIdText = (id: TypeId): string => `TypeId(${id.name})`
export const funcIdText = (id: FuncId): string => `FuncId(${id.name},${id.builtIn})`

/** The others have no name there, only an address that is different every time. */
const operatorNames: Readonly<Record<string, string>> = { '&&': 'And', '||': 'Or', '==': 'Eq', '!=': 'Ne' }

export function exprText(expr: Expr): string {
  switch (expr.kind) {
    case 'Const':
      return `Const(${valText(expr.value)})`
    case 'ALPHTokenId':
      return 'ALPHTokenId()'
    case 'CreateArrayExpr1':
      return `CreateArrayExpr1(${exprsText(expr.elements)})`
    case 'CreateArrayExpr2':
      return `CreateArrayExpr2(${exprText(expr.element)},${exprText(expr.size)})`
    case 'Variable':
      return `Variable(${identText(expr.id)})`
    case 'EnumFieldSelector':
      return `EnumFieldSelector(${typeIdText(expr.enumId)},${identText(expr.field)})`
    case 'UnaryOp':
      return `UnaryOp(${expr.op === '!' ? 'Not' : 'Negate'},${exprText(expr.expr)})`
    case 'Binop':
      return `Binop(${operatorNames[expr.op] ?? expr.op},${exprText(expr.left)},${exprText(expr.right)})`
    case 'ContractConv':
      return `ContractConv(${typeIdText(expr.typeId)},${exprText(expr.address)})`
    case 'CallExpr':
      return `CallExpr(${funcIdText(expr.id)},${approvalsText(expr.approve)},${exprsText(expr.args)})`
    case 'ContractStaticCallExpr':
      return `ContractStaticCallExpr(${typeIdText(expr.contractId)},${funcIdText(expr.id)},${approvalsText(expr.approve)},${exprsText(expr.args)})`
    case 'ContractCallExpr':
      return `ContractCallExpr(${exprText(expr.object)},${funcIdText(expr.id)},${approvalsText(expr.approve)},${exprsText(expr.args)})`
    case 'ParenExpr':
      return `ParenExpr(${exprText(expr.expr)})`
    case 'TupleLiteral':
      return `TupleLiteral(${exprsText(expr.exprs)})`
    case 'IfElseExpr':
      return `IfElseExpr(${listText(
        expr.branches.map(
          (branch) =>
            `IfBranchExpr(${exprText(branch.condition)},${statementsText(branch.statements)},${exprText(branch.expr)})`,
        ),
      )},ElseBranchExpr(${statementsText(expr.otherwise.statements)},${exprText(expr.otherwise.expr)}))`
    case 'StructCtor':
      return `StructCtor(${typeIdText(expr.id)},${listText(
        expr.fields.map(
          ({ ident, expr: value }) =>
            `(${identText(ident)},${value === undefined ? 'None' : `Some(${exprText(value)})`})`,
        ),
      )})`
    case 'LoadDataBySelectors':
      return `LoadDataBySelectors(${exprText(expr.base)},${listText(expr.selectors.map(selectorText))})`
    case 'MapContains':
      return `MapContains(${identText(expr.ident)},${exprText(expr.index)})`
  }
}

const exprsText = (exprs: readonly Expr[]): string => listText(exprs.map(exprText))

const selectorText = (selector: Selector): string =>
  selector.kind === 'IndexSelector'
    ? `IndexSelector(${exprText(selector.index)})`
    : `IdentSelector(${identText(selector.ident)})`

const approvalsText = (approvals: readonly ApproveAsset[]): string =>
  listText(
    approvals.map(({ address, amounts }) => `ApproveAsset(${exprText(address)},${amountsText(amounts)})`),
  )

export const amountsText = (amounts: readonly TokenAmount[]): string =>
  listText(amounts.map(({ token, amount }) => `(${exprText(token)},${exprText(amount)})`))

/** Statements appear only inside expressions that hold a block, and there by name. */
const statementsText = (statements: readonly Statement[]): string =>
  listText(statements.map((statement) => `${statement.kind}(…)`))

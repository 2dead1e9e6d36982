import { CompilerLimit } from '../compile-error.ts'
import type { Expr } from '../syntax/ast.ts'
import { operatorRow } from './operator-row.ts'

/** How many expressions inside each other are worked on by one function calling itself. */
export const levelsMax = 200

/** More would make code that no contract can hold, at a cost that grows with its square. */
const nestedMax = 20_000

/**
 * Parts of an expression so chosen that between any two of them lie less than `levelsMax` levels, the innermost first: who has
 * dealt with them in this order never goes further down than that. A node cannot read programs so deep, so the order in which
 * mistakes in them are found is ours.
 */
export function deepParts(expr: Expr): Expr[] {
  const parts: Expr[] = []
  const waiting: (readonly [expr: Expr, level: number])[] = [[expr, 0]]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [part, level] = next
    if (level > nestedMax) throw new CompilerLimit('The program is nested too deeply', { span: part.span })
    if (level > 0 && level % levelsMax === 0) parts.push(part)
    for (const inner of operandsOf(part)) waiting.push([inner, level + 1])
  }
  return parts.reverse()
}

/** What an expression is made of, without what depends on where it stands: arms of `if`, variables with selectors. */
function operandsOf(expr: Expr): readonly Expr[] {
  switch (expr.kind) {
    case 'Binop': {
      const { first, operations } = operatorRow(expr)
      return [first, ...operations.map(({ right }) => right)]
    }
    case 'UnaryOp':
    case 'ParenExpr':
      return [expr.expr]
    case 'CallExpr':
    case 'ContractStaticCallExpr':
      return expr.args
    case 'ContractCallExpr':
      return [expr.object, ...expr.args]
    case 'ContractConv':
      return [expr.address]
    case 'CreateArrayExpr1':
      return expr.elements
    case 'TupleLiteral':
      return expr.exprs
    default:
      return []
  }
}

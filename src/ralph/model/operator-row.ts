import type { Binary, Expr } from '../syntax/ast.ts'

/** Operators in a row lean to the left: `a + b - c` is `(a + b) - c`. Whoever follows the row needs no stack for it. */
export interface OperatorRow {
  readonly first: Expr
  /** From the innermost out. */
  readonly operations: readonly Binary[]
}

export function operatorRow(outermost: Binary): OperatorRow {
  const operations: Binary[] = []
  let first: Expr = outermost
  for (; first.kind === 'Binop'; first = first.left) operations.push(first)
  return { first, operations: operations.reverse() }
}

import type { State } from '../check/state.ts'
import type { Expr } from '../syntax/ast.ts'
import { type Code, op } from './code.ts'

/** Jumps over so many instructions unless the condition holds. */
export function emitCondition(state: State, condition: Expr, offset: number): Code {
  if (condition.kind === 'UnaryOp' && condition.op === '!') {
    return [...state.emit(condition.expr), op('IfTrue', offset)]
  }
  return [...state.emit(condition), op('IfFalse', offset)]
}

/** `if … else if … else …`, from the last branch to the first, because a jump needs to know how far the end is. */
export function emitBranches<B extends object, E extends object>(
  state: State,
  branches: readonly (B & { readonly condition: Expr })[],
  otherwise: E | undefined,
  emitArm: (arm: B | E) => Code,
): Code {
  const parts: Code[] =
    otherwise === undefined ? [] : [state.variables.within(otherwise, () => emitArm(otherwise))]
  let restLength = parts[0]?.length ?? 0
  for (const [i, branch] of [...branches.entries()].reverse()) {
    const isLast = i === branches.length - 1 && otherwise === undefined
    const body = state.variables.within(branch, () => emitArm(branch))
    const arm = isLast ? body : [...body, op('Jump', restLength)]
    const condition = emitCondition(state, branch.condition, isLast ? arm.length + restLength : arm.length)
    parts.push(arm, condition)
    restLength += arm.length + condition.length
  }
  return parts.reverse().flat()
}

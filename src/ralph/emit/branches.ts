import type { State } from '../check/state.ts'
import type { Expr } from '../syntax/ast.ts'
import { type Code, type Instr, op } from './code.ts'

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
  let rest: readonly Instr[] =
    otherwise === undefined ? [] : state.within(otherwise, () => emitArm(otherwise))
  for (const [i, branch] of [...branches.entries()].reverse()) {
    const isLast = i === branches.length - 1 && otherwise === undefined
    const body = state.within(branch, () => emitArm(branch))
    const arm = isLast ? body : [...body, op('Jump', rest.length)]
    const condition = emitCondition(state, branch.condition, isLast ? arm.length + rest.length : arm.length)
    rest = [...condition, ...arm, ...rest]
  }
  return rest
}

import type { State } from '../check/state.ts'
import { CompilerLimit } from '../compile-error.ts'
import type { Expr } from '../syntax/ast.ts'
import type { Code, Instr } from './code.ts'
import { loadEach, referenceTo } from './references.ts'

/** Values for the fields of a contract or map entry: the immutable ones come first, whatever their order. */
export function splitByMutability(
  state: State,
  mutability: readonly boolean[],
  exprs: readonly Expr[],
): { readonly imm: Instr[]; readonly mut: Instr[] } {
  if (mutability.every(Boolean)) return { imm: [], mut: state.emitAll(exprs) }
  if (!mutability.some(Boolean)) return { imm: state.emitAll(exprs), mut: [] }
  const init: Instr[] = []
  const values: Code[] = []
  for (const expr of exprs) {
    const types = state.typesOf(expr)
    if (types.length === 1 && (types[0]!.kind === 'Array' || types[0]!.kind === 'Struct')) {
      const { ref, code } = referenceTo(state, expr)
      init.push(...code)
      values.push(...loadEach(state, ref))
    } else values.push(state.emit(expr))
  }
  if (values.length !== mutability.length)
    throw new CompilerLimit('The fields and their values differ in number')
  return {
    imm: [...init, ...values.filter((_, i) => !mutability[i]).flat()],
    mut: values.filter((_, i) => mutability[i]).flat(),
  }
}

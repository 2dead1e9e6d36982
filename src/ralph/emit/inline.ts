import type { State } from '../check/state.ts'
import { CompilerLimit, refuse } from '../compile-error.ts'
import { quote } from '../model/type.ts'
import type { CallParts, FuncDef } from '../syntax/ast.ts'
import { type Code, type Instr, op } from './code.ts'
import { storeVariable } from './named-variables.ts'
import { inStackOrder } from './references.ts'

/** The body of a function in place of a call of it; a return becomes a jump to the end. */
export function emitInline(state: State, func: FuncDef, call: CallParts): Code {
  if (state.variables.inlined.includes(func.id.name)) {
    refuse(`Inline function ${quote(func.id.name)} cannot be recursive`, func.id.span)
  }
  if (call.args.length !== func.args.length) throw new CompilerLimit('An argument gives more than one value')
  const argCodes = call.args.map((arg) => state.emit(arg))
  return state.variables.inlining(func, call, () => {
    const init = emitArguments(state, func, call, argCodes)
    state.declarations.copyLocals(func)
    const body = state.emitStatements(func.body ?? [])
    if (body.at(-1)?.name === 'Return') body.pop()
    return [
      ...init,
      ...body.map((instr, i): Instr => (instr.name === 'Return' ? op('Jump', body.length - i - 1) : instr)),
    ]
  })
}

/** Variables and constants are used where they are; other arguments are calculated once. */
function emitArguments(state: State, func: FuncDef, call: CallParts, codes: readonly Code[]): Instr[] {
  return call.args.flatMap((arg, i) => {
    const { ident, type: written, mutable, unused } = func.args[i]!
    const type = state.types.resolve(written)
    if (arg.kind === 'Variable' || arg.kind === 'Const') {
      if (type.kind !== 'Array' && type.kind !== 'Struct')
        state.declarations.addInlined(ident, type, codes[i]!)
      return []
    }
    state.declarations.addLocal(ident, type, mutable, unused)
    return [...codes[i]!, ...inStackOrder(storeVariable(state, ident))]
  })
}

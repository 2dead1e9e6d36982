import { refuse } from '../compile-error.ts'
import { quote } from '../model/type.ts'
import type { FuncDef, Statement } from '../syntax/ast.ts'
import type { State } from './state.ts'
import { varKey } from './variables.ts'

/** Checks a function in one contract. What it reads and writes is found the first time, in whichever contract that is. */
export function checkFunction(state: State, func: FuncDef): void {
  state.variables.enterFunction(func.id)
  state.checkArguments(func.args)
  for (const { ident, type, mutable, unused } of func.args) {
    state.declarations.addLocal(ident, state.types.resolve(type), mutable, unused)
  }
  if (func.inline && func.isPublic) refuse('Inline functions cannot be public', func.id.span)
  if (func.body === undefined) return
  for (const statement of func.body) state.check(statement)
  recordAccess(state, func)
  warnUnusedLocals(state, func)
  checkMutableLocals(state, func)
  if (func.returns.length > 0) checkReturns(func, func.body.at(-1))
}

function recordAccess(state: State, func: FuncDef): void {
  const { accessed } = state.shared
  const known = accessed.get(func) ?? {
    reads: new Set(state.variables.currentReads),
    writes: new Set(state.variables.currentWrites),
  }
  accessed.set(func, known)
  for (const key of known.reads) state.variables.reads.add(key)
  for (const key of known.writes) state.variables.writes.add(key)
}

function warnUnusedLocals(state: State, func: FuncDef): void {
  const locals = state.variables.localsOf(func.id)
  const unused = locals.filter(
    ({ name, scope, info }) =>
      !info.generated && !info.unused && !state.variables.reads.has(varKey(name, scope)),
  )
  if (!state.options.ignoreUnusedVariablesWarnings) {
    for (const name of [...new Set(unused.map((entry) => entry.name))].sort()) {
      state.warnings.push(`Found unused variable in ${state.typeId.name}: ${name}`)
    }
  }
  forget(state.variables.reads, state.variables.prefixOf(func.id))
}

function checkMutableLocals(state: State, func: FuncDef): void {
  const unassigned = state.variables
    .localsOf(func.id)
    .filter(
      ({ name, scope, info }) =>
        info.mutable && !info.generated && !info.unused && !state.variables.writes.has(varKey(name, scope)),
    )
  if (unassigned.length > 0) {
    const names = unassigned.map(({ name }) => name).sort()
    refuse(
      `There are unassigned mutable local vars in function ${state.typeId.name}.${func.id.name}: ${names.join(',')}`,
      func.id.span,
    )
  }
  forget(state.variables.writes, state.variables.prefixOf(func.id))
}

function forget(keys: Set<string>, prefix: string): void {
  for (const key of keys) if (key.slice(key.indexOf(' ') + 1).startsWith(prefix)) keys.delete(key)
}

/** Every way through has to end with a return, or with panic. */
function checkReturns(func: FuncDef, last: Statement | undefined): void {
  if (last?.kind === 'ReturnStmt') return
  if (last?.kind === 'FuncCall' && last.id.builtIn && last.id.name === 'panic') return
  if (last?.kind === 'IfElseStatement') {
    for (const { body } of last.branches) checkReturns(func, body.at(-1))
    checkReturns(func, last.otherwise?.body.at(-1))
    return
  }
  refuse(`Expected return statement for function ${quote(func.id.name)}`, func.id.span)
}

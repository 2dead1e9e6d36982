import { djb2 } from '../../bytecode/index.ts'
import { utf8ToBytes } from '../../kit/index.ts'
import type { FuncDef, FuncId } from '../syntax/ast.ts'
import type { Globals } from './globals.ts'
import { signatureOf } from './type.ts'

/** Built-in functions are called with `!` and may have the name of a written one. */
export const funcKey = ({ name, builtIn }: Pick<FuncId, 'name' | 'builtIn'>): string =>
  builtIn ? `${name}!` : name

/** By what a method of an interface is found in any contract: a hash of its name and flattened types. */
export function methodSelector(func: FuncDef, globals: Globals): number {
  // All of it together may not be too long either.
  globals.flatLength(
    [...func.args.map(({ type }) => type), ...func.returns].map((type) => globals.resolve(type)),
  )
  const args = func.args.flatMap(({ type }) => globals.flatten(type)).map(signatureOf)
  const returns = func.returns.flatMap((type) => globals.flatten(type)).map(signatureOf)
  return djb2(utf8ToBytes(`${func.id.name}(${args.join(',')})->(${returns.join(',')})`))
}

/** Functions in the order of their methods: inlined ones exist only in debug code, behind the others. */
export const inMethodOrder = (funcs: readonly FuncDef[]): FuncDef[] => [
  ...funcs.filter(({ inline }) => !inline),
  ...funcs.filter(({ inline }) => inline),
]

/** The method index of each function of an interface; some have theirs given. */
export function interfaceMethodIndexes(funcs: readonly FuncDef[]): number[] {
  const given = funcs.map(({ methodIndex }) => methodIndex).filter((index) => index !== undefined)
  let next = 0
  return funcs.map(({ methodIndex }) => {
    if (methodIndex !== undefined) return methodIndex
    while (given.includes(next)) next += 1
    next += 1
    return next - 1
  })
}

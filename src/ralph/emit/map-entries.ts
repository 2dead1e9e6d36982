import type { State } from '../check/state.ts'
import type { Offset } from '../check/variables.ts'
import { CompilerLimit, refuse } from '../compile-error.ts'
import { fieldOf } from '../model/globals.ts'
import { typeText } from '../model/type.ts'
import type { Expr, Selector, Type } from '../syntax/ast.ts'
import { type Code, type Instr, op, ops, u256Code } from './code.ts'
import { addOffsets, offsetCode } from './offsets.ts'
import { dataElementPlace, fieldsBefore } from './references.ts'

/** Loading and storing values of maps: calls of the methods that every map entry has. */

const entryMethods = { loadImm: 0, loadMut: 1, storeMut: 2, destroy: 3 } as const

export const destroyEntry: Instr = op('CallExternal', entryMethods.destroy)

/** The path of an entry: that of the map, then the key as bytes. */
export function entryPath(state: State, map: Code, key: Expr): Instr[] {
  const code = state.emit(key)
  const type = state.typesOf(key)[0]!
  switch (type.kind) {
    case 'Bool':
    case 'U256':
    case 'I256':
    case 'Address':
      return [...map, ...code, ...ops(`${type.kind}ToByteVec`, 'ByteVecConcat')]
    case 'ByteVec':
      return [...map, ...code, ...ops('ByteVecConcat')]
    default:
      return refuse(`Invalid key type ${typeText(type)}`, key.span)
  }
}

interface Selected {
  readonly imm: Offset
  readonly mut: Offset
  readonly mutable: boolean
}

function select(state: State, root: Type, selectors: readonly Selector[]): Selected {
  let type = root
  let selected: Selected = { imm: 0, mut: 0, mutable: true }
  for (const selector of selectors) {
    const resolved = state.types.resolve(type)
    const { imm, mut, mutable } = selected
    if (resolved.kind === 'Array' && selector.kind === 'IndexSelector') {
      selected = { ...dataElementPlace(state, { imm, mut }, resolved, selector.index, mutable), mutable }
      type = resolved.base
    } else if (resolved.kind === 'Struct' && selector.kind === 'IdentSelector') {
      const struct = state.types.struct(resolved.id)
      const before = fieldsBefore(state, struct, selector.ident, mutable)
      const field = fieldOf(struct, selector.ident)
      selected = {
        imm: addOffsets(imm, before.imm),
        mut: addOffsets(mut, before.mut),
        mutable: mutable && field.mutable,
      }
      type = field.type
    } else throw new CompilerLimit(`Invalid type ${typeText(resolved)} and selectors`)
  }
  state.types.resolve(type)
  return selected
}

/** The entry's id is calculated once and kept if more than one value is wanted. */
function entryId(state: State, path: Code, count: number): { readonly first: Code; readonly other: Code } {
  const id = [...path, ...ops('SubContractId')]
  if (count === 1) return { first: id, other: id }
  const variable = state.variables.variable(state.declarations.helper('subContractId'))
  if (variable.kind !== 'Local') throw new CompilerLimit('An id is kept in a local variable')
  const other = [op('LoadLocal', variable.index)]
  return { first: [...id, op('StoreLocal', variable.index), ...other], other }
}

export function loadEntry(
  state: State,
  root: Type,
  wanted: Type,
  path: Code,
  selectors: readonly Selector[],
): Code {
  const { imm, mut, mutable } = select(state, root, selectors)
  const flat = state.types.flatMutability(wanted, mutable)
  const { first, other } = entryId(state, path, flat.length)
  let [nextImm, nextMut] = [imm, mut]
  return flat.flatMap((isMutable, i) => {
    const at = offsetCode(isMutable ? nextMut : nextImm)
    if (isMutable) nextMut = addOffsets(nextMut, 1)
    else nextImm = addOffsets(nextImm, 1)
    const method = isMutable ? entryMethods.loadMut : entryMethods.loadImm
    return [...at, u256Code(1), u256Code(1), ...(i === 0 ? first : other), op('CallExternal', method)]
  })
}

export function storeEntry(
  state: State,
  root: Type,
  wanted: Type,
  path: Code,
  selectors: readonly Selector[],
): Code[] {
  const { mut } = select(state, root, selectors)
  const length = state.types.flatLength([wanted])
  const { first, other } = entryId(state, path, length)
  return Array.from({ length }, (_, i) => [
    ...offsetCode(i === 0 ? mut : addOffsets(mut, i)),
    u256Code(2),
    u256Code(0),
    ...(i === length - 1 ? first : other),
    op('CallExternal', entryMethods.storeMut),
  ])
}

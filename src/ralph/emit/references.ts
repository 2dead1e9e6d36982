import type { State } from '../check/state.ts'
import type { Offset, Place, Reference } from '../check/variables.ts'
import { CompilerLimit, refuse } from '../compile-error.ts'
import { fieldOf } from '../model/globals.ts'
import { typeText } from '../model/type.ts'
import type { ArrayType, Expr, Ident, Selector, Struct, StructField, Type } from '../syntax/ast.ts'
import { type Code, type Instr, ops, u256Code } from './code.ts'
import { addOffsets, elementAt, elementOffset } from './offsets.ts'
import { loadAt, storeAt } from './variables.ts'

/** Loading and storing arrays and structs, wholly or in part. Stores are lists: the last value is on top of the stack. */

const isMany = (type: Type): boolean => type.kind === 'Array' || type.kind === 'Struct'

const literalIndex = (index: number): Expr => ({
  kind: 'Const',
  value: { type: 'U256', value: BigInt(index) },
})

/** Immutable and mutable values of the fields before this one. */
export function fieldsBefore(
  state: State,
  struct: Struct,
  selector: Ident,
  mutable: boolean,
): { readonly imm: number; readonly mut: number } {
  const before = struct.fields
    .slice(
      0,
      struct.fields.findIndex(({ ident }) => ident.name === selector.name),
    )
    .flatMap((field) => state.types.flatMutability(field.type, mutable && field.mutable))
  const mut = before.filter(Boolean).length
  return { imm: before.length - mut, mut }
}

function fieldPlace(state: State, ref: Reference, struct: Struct, selector: Ident): Place {
  if ('local' in ref.place) {
    const end = struct.fields.findIndex(({ ident }) => ident.name === selector.name)
    const types = struct.fields.slice(0, end).map(({ type }) => type)
    return { local: addOffsets(ref.place.local, state.types.flatLength(types)) }
  }
  const { imm, mut } = fieldsBefore(state, struct, selector, ref.mutable)
  return { imm: addOffsets(ref.place.imm, imm), mut: addOffsets(ref.place.mut, mut) }
}

/** Where an element of an array of fields is, in both rows. */
export function dataElementPlace(
  state: State,
  place: { readonly imm: Offset; readonly mut: Offset },
  array: ArrayType,
  index: Expr,
  mutable: boolean,
): { readonly imm: Offset; readonly mut: Offset } {
  const flat = state.types.flatMutability(array.base, mutable)
  const mut = flat.filter(Boolean).length
  return {
    imm: elementAt(state, place.imm, index, array, flat.length - mut),
    mut: elementAt(state, place.mut, index, array, mut),
  }
}

function elementPlace(state: State, ref: Reference, array: ArrayType, index: Expr): Place {
  if ('local' in ref.place) {
    return { local: elementAt(state, ref.place.local, index, array, state.types.flatLength([array.base])) }
  }
  return dataElementPlace(state, ref.place, array, index, ref.mutable)
}

const asMany = (type: Type, span: Expr['span'], verb: string): Reference['type'] =>
  type.kind === 'Array' || type.kind === 'Struct' ? type : refuse(`${verb} ${typeText(type)}`, span)

function fieldReference(state: State, ref: Reference, struct: Struct, ident: Ident): Reference {
  const field = fieldOf(struct, ident)
  const place = fieldPlace(state, ref, struct, ident)
  const type = asMany(state.types.resolve(field.type), ident.span, 'Expected array or struct type, got')
  return { ...ref, ident, type, mutable: ref.mutable && field.mutable, place }
}

function elementReference(state: State, ref: Reference, array: ArrayType, index: Expr): Reference {
  const place = elementPlace(state, ref, array, index)
  const type = asMany(array.base, index.span, 'Expect array or struct type, have')
  return { ...ref, type, place }
}

function indexOf(selector: Selector): Expr {
  if (selector.kind === 'IndexSelector') return selector.index
  return refuse('Expected index selector, got ident selector', selector.ident.span)
}

function identOf(selector: Selector): Ident {
  if (selector.kind === 'IdentSelector') return selector.ident
  return refuse('Expected ident selector, got index selector', selector.index.span)
}

export function selectReference(state: State, ref: Reference, selectors: readonly Selector[]): Reference {
  return selectors.reduce(
    (part, selector) =>
      part.type.kind === 'Array'
        ? elementReference(state, part, part.type, indexOf(selector))
        : fieldReference(state, part, state.types.struct(part.type.id), identOf(selector)),
    ref,
  )
}

// Loading

export function loadSelected(state: State, ref: Reference, selector: Selector): Code {
  if (ref.type.kind === 'Array') return loadElement(state, ref, ref.type, indexOf(selector))
  const struct = state.types.struct(ref.type.id)
  return loadField(state, ref, struct, fieldOf(struct, identOf(selector)))
}

function loadElement(state: State, ref: Reference, array: ArrayType, index: Expr): Code {
  if (isMany(array.base)) return loadReference(state, elementReference(state, ref, array, index))
  const start = 'local' in ref.place ? ref.place.local : ref.mutable ? ref.place.mut : ref.place.imm
  return loadAt(state, ref, ref.mutable, addOffsets(start, elementOffset(state, index, array)))
}

function loadField(state: State, ref: Reference, struct: Struct, field: StructField): Code {
  if (isMany(state.types.resolve(field.type))) {
    return loadReference(state, fieldReference(state, ref, struct, field.ident))
  }
  const mutable = ref.mutable && field.mutable
  const place = fieldPlace(state, ref, struct, field.ident)
  const offset = 'local' in place ? place.local : mutable ? place.mut : place.imm
  return loadAt(state, ref, mutable, offset)
}

export function loadReference(state: State, ref: Reference): Code {
  if (ref.type.kind === 'Struct') {
    const struct = state.types.struct(ref.type.id)
    return struct.fields.flatMap((field) => loadField(state, ref, struct, field))
  }
  return 'local' in ref.place
    ? loadLocalArray(state, ref, ref.place.local)
    : loadFieldArray(state, ref, ref.place)
}

/** A calculated start is kept in a variable, from which each value's place is counted. */
const countedFrom = (start: Code, count: number): Instr[] => [...start, u256Code(count), ...ops('U256Add')]

function loadLocalArray(state: State, ref: Reference, start: Offset): Code {
  if (typeof start === 'number') {
    const length = state.types.flatLength([ref.type])
    return range(length).flatMap((i) => loadAt(state, ref, ref.mutable, start + i))
  }
  const length = state.types.flatLength([ref.type])
  const { keep, load } = kept(state, 'localArrayIndex', start)
  return [...keep, ...range(length).flatMap((i) => loadAt(state, ref, ref.mutable, countedFrom(load, i)))]
}

function loadFieldArray(state: State, ref: Reference, place: { imm: Offset; mut: Offset }): Code {
  const { imm, mut } = place
  if (typeof imm === 'number' && typeof mut === 'number') {
    let [nextImm, nextMut] = [imm, mut]
    return state.types
      .flatMutability(ref.type, ref.mutable)
      .flatMap((mutable) => loadAt(state, ref, mutable, mutable ? nextMut++ : nextImm++))
  }
  if (typeof imm === 'number' || typeof mut === 'number') throw new CompilerLimit('Invalid variable offset')
  const immKept = kept(state, 'immFieldArrayIndex', imm)
  const mutKept = kept(state, 'mutFieldArrayIndex', mut)
  let [nextImm, nextMut] = [0, 0]
  const loads = state.types
    .flatMutability(ref.type, ref.mutable)
    .flatMap((mutable) =>
      loadAt(
        state,
        ref,
        mutable,
        mutable ? countedFrom(mutKept.load, nextMut++) : countedFrom(immKept.load, nextImm++),
      ),
    )
  return [...immKept.keep, ...mutKept.keep, ...loads]
}

function kept(
  state: State,
  helper: 'localArrayIndex' | 'immFieldArrayIndex' | 'mutFieldArrayIndex',
  start: Code,
): { readonly keep: Code; readonly load: Code } {
  const variable = state.variables.variable(state.declarations.helper(helper))
  if (variable.kind !== 'Local') throw new CompilerLimit('An index is kept in a local variable')
  return {
    keep: [...start, { name: 'StoreLocal', operand: variable.index }],
    load: [{ name: 'LoadLocal', operand: variable.index }],
  }
}

/** Each flat value by itself. */
export function loadEach(state: State, ref: Reference): Code[] {
  if (ref.type.kind === 'Struct') {
    const struct = state.types.struct(ref.type.id)
    return struct.fields.flatMap((field) =>
      isMany(state.types.resolve(field.type))
        ? loadEach(state, fieldReference(state, ref, struct, field.ident))
        : [loadField(state, ref, struct, field)],
    )
  }
  const array = ref.type
  return range(state.types.sizeOf(array)).flatMap((i) =>
    isMany(array.base)
      ? loadEach(state, elementReference(state, ref, array, literalIndex(i)))
      : [loadElement(state, ref, array, literalIndex(i))],
  )
}

// Storing

export function storeSelected(state: State, ref: Reference, selector: Selector): Code[] {
  if (ref.type.kind === 'Struct') {
    const struct = state.types.struct(ref.type.id)
    return [storeField(state, ref, struct, fieldOf(struct, identOf(selector)))]
  }
  const array = ref.type
  const index = indexOf(selector)
  if (isMany(array.base)) return storeReference(state, elementReference(state, ref, array, index))
  const start = 'local' in ref.place ? ref.place.local : ref.place.mut
  return [storeAt(state, ref, addOffsets(start, elementOffset(state, index, array)))]
}

function storeField(state: State, ref: Reference, struct: Struct, field: StructField): Code {
  if (isMany(state.types.resolve(field.type))) {
    return inStackOrder(storeReference(state, fieldReference(state, ref, struct, field.ident)))
  }
  const place = fieldPlace(state, ref, struct, field.ident)
  const mutable = ref.mutable && field.mutable
  return storeAt(state, ref, 'local' in place ? place.local : mutable ? place.mut : place.imm)
}

export function storeReference(state: State, ref: Reference): Code[] {
  if (ref.type.kind === 'Struct') {
    const struct = state.types.struct(ref.type.id)
    return struct.fields.map((field) => storeField(state, ref, struct, field))
  }
  const length = state.types.flatLength([ref.type])
  const isLocal = 'local' in ref.place
  const start = 'local' in ref.place ? ref.place.local : ref.place.mut
  if (typeof start === 'number') return range(length).map((i) => storeAt(state, ref, start + i))
  const { keep, load } = kept(state, isLocal ? 'localArrayIndex' : 'mutFieldArrayIndex', start)
  return [...range(length).map((i) => storeAt(state, ref, countedFrom(load, i))), keep]
}

/** The last value is on top of the stack. */
export const inStackOrder = (stores: readonly Code[]): Instr[] => [...stores].reverse().flat()

const range = (length: number): number[] => Array.from({ length: Math.max(0, length) }, (_, i) => i)

/** The variables of an array or struct, and the code that fills them if they had to be made. */
export function referenceTo(state: State, expr: Expr): { readonly ref: Reference; readonly code: Code } {
  switch (expr.kind) {
    case 'LoadDataBySelectors': {
      if (state.typesOf(expr.base)[0]?.kind === 'Map') return madeReference(state, expr)
      const { ref, code } = referenceTo(state, expr.base)
      return { ref: selectReference(state, ref, expr.selectors), code }
    }
    case 'Variable':
      return { ref: state.variables.reference(expr.id), code: [] }
    case 'ParenExpr':
      return referenceTo(state, expr.expr)
    default:
      return madeReference(state, expr)
  }
}

function madeReference(state: State, expr: Expr): { readonly ref: Reference; readonly code: Code } {
  const ref = state.declarations.makeReference(state.typesOf(expr)[0]!)
  const value = state.emit(expr)
  return { ref, code: [...value, ...inStackOrder(storeReference(state, ref))] }
}

import { byteVec } from '../../bytecode/index.ts'
import { utf8ToBytes } from '../../kit/index.ts'
import type { State } from '../check/state.ts'
import type { FieldVar, Offset, Reference } from '../check/variables.ts'
import { CompilerLimit } from '../compile-error.ts'
import { type Code, op, ops } from './code.ts'
import { addOffsets, checkConstantIndex } from './offsets.ts'

/** Single values in locals and fields. */

/** In tests that change immutable fields, those stand behind the mutable ones. */
function shifted(state: State, ref: Reference, mutable: boolean, offset: Offset): Offset {
  if (!state.updatesImmFields || ref.isLocal || mutable) return offset
  return addOffsets(offset, state.mutFieldLength)
}

export function loadAt(state: State, ref: Reference, mutable: boolean, offset: Offset): Code {
  if (ref.isTemplate) {
    if (typeof offset !== 'number') throw new CompilerLimit('A script parameter is at a fixed place')
    return [{ name: 'TemplateVariable', index: offset }]
  }
  const place = shifted(state, ref, mutable, offset)
  const isMutField = mutable || state.updatesImmFields
  if (typeof place !== 'number') {
    if (ref.isLocal) return [...place, ...ops('LoadLocalByIndex')]
    return [...place, ...ops(isMutField ? 'LoadMutFieldByIndex' : 'LoadImmFieldByIndex')]
  }
  checkConstantIndex(place, state.typeId.span)
  if (ref.isLocal) return [op('LoadLocal', place)]
  return [op(isMutField ? 'LoadMutField' : 'LoadImmField', place)]
}

export function storeAt(state: State, ref: Reference, offset: Offset): Code {
  const place = shifted(state, ref, ref.mutable, offset)
  if (typeof place !== 'number') {
    return [...place, ...ops(ref.isLocal ? 'StoreLocalByIndex' : 'StoreMutFieldByIndex')]
  }
  checkConstantIndex(place, state.typeId.span)
  return [op(ref.isLocal ? 'StoreLocal' : 'StoreMutField', place)]
}

export function loadField(state: State, field: FieldVar): Code {
  if (field.mutable) return [op('LoadMutField', field.index)]
  return state.updatesImmFields
    ? [op('LoadMutField', field.index + state.mutFieldLength)]
    : [op('LoadImmField', field.index)]
}

export const storeField = (state: State, field: FieldVar): Code => [
  op(
    'StoreMutField',
    state.updatesImmFields && !field.mutable ? field.index + state.mutFieldLength : field.index,
  ),
]

/** Entries of a map are contracts below the contract, under a path that starts with the map's number. */
export const mapPathCode = (index: number): Code => [
  op('BytesConst', byteVec(utf8ToBytes(`__map__${index}__`))),
]

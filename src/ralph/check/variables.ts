import type { Val } from '../../bytecode/index.ts'
import type { Code, Instr } from '../emit/code.ts'
import type { ArrayType, ConstantDef, EnumField, Ident, MapType, StructType, Type } from '../syntax/ast.ts'
import type { Scope } from './scope.ts'

interface Common {
  readonly ident: Ident
  readonly type: Type
  readonly mutable: boolean
  readonly unused: boolean
  /** Made by the compiler, not by the program. */
  readonly generated: boolean
  readonly isLocal: boolean
}

export interface LocalVar extends Common {
  readonly kind: 'Local'
  readonly index: number
}
export interface FieldVar extends Common {
  readonly kind: 'Field'
  readonly index: number
}
export interface MapVar extends Common {
  readonly kind: 'Map'
  readonly type: MapType
  readonly index: number
}
export interface TemplateVar extends Common {
  readonly kind: 'Template'
  readonly index: number
}
/** An array or struct: many variables in a row. */
export interface MultipleVar extends Common {
  readonly kind: 'Multiple'
  readonly ref: Reference
}
export interface ConstantVar extends Common {
  readonly kind: 'Constant'
  readonly value: Val
  readonly def: ConstantDef | EnumField | undefined
}
/** An argument of an inlined function that needs no variable. */
export interface InlinedVar extends Common {
  readonly kind: 'Inlined'
  readonly code: Code
}

export type VarInfo = LocalVar | FieldVar | MapVar | TemplateVar | MultipleVar | ConstantVar | InlinedVar

/** A place known now, or instructions that calculate it. */
export type Offset = number | readonly Instr[]

/** Locals are one row. Fields are two, and a struct may have parts in both. */
export type Place = { readonly local: Offset } | { readonly imm: Offset; readonly mut: Offset }

export interface Reference {
  readonly ident: Ident
  readonly type: ArrayType | StructType
  readonly isLocal: boolean
  readonly mutable: boolean
  readonly isTemplate: boolean
  readonly place: Place
}

export interface VarEntry {
  /** With the function's name before it, if it is local. */
  readonly name: string
  readonly scope: Scope
  readonly info: VarInfo
}

export const varKey = (name: string, scope: Scope): string => `${scope.id} ${name}`

import { byteVec, type Val, type ValType } from '../../bytecode/index.ts'
import { concatBytes, equalBytes, utf8ToBytes } from '../../kit/index.ts'
import { refuse } from '../compile-error.ts'
import { exprText } from '../model/jvm-text.ts'
import type { Annotation, AnnotationField, Const, ContractAssets } from './ast.ts'
import { expression } from './expressions.ts'
import { ident } from './lexer.ts'
import { choice, literal, map, offset, optional, type Rule, separated, seq, tight } from './peg.ts'

/** Annotations, and what contracts, interfaces and functions make of them. */

/** The word stands for its own bytes. */
const enforced = utf8ToBytes('enforced')

const enforcedField: Rule<AnnotationField> = map(
  seq(offset, literal('assetsInContract'), literal('='), offset, literal('enforced'), tight(offset)),
  ([from, , , valueFrom, , to]): AnnotationField => {
    const value: Const = { kind: 'Const', value: byteVec(enforced), span: { from: valueFrom, to } }
    return { ident: { name: 'assetsInContract' }, value, span: { from, to } }
  },
)

const field: Rule<AnnotationField> = map(
  seq(offset, ident, literal('='), expression, tight(offset)),
  ([from, id, , value, to]) => {
    if (value.kind !== 'Const') {
      return refuse(`Expect const value for annotation field, got ${exprText(value)}`, value.span)
    }
    return { ident: id, value, span: { from, to } }
  },
)

export const annotation: Rule<Annotation> = map(
  seq(
    offset,
    literal('@'),
    ident,
    optional(seq(literal('('), separated(choice(enforcedField, field), 1, ','), literal(')'))),
    tight(offset),
  ),
  ([from, , id, fields, to]) => ({ id, fields: fields?.[1] ?? [], span: { from, to } }),
)

export function checkAnnotations(
  annotations: readonly Annotation[],
  ids: readonly string[],
  label: string,
): void {
  const unknown = annotations.find(({ id }) => !ids.includes(id.name))
  if (unknown === undefined) return
  refuse(
    `Invalid annotation ${unknown.id.name}, ${label} only supports these annotations: ${ids.join(',')}`,
    unknown.span,
  )
}

/** The one annotation of this name, with known keys, each at most once. */
function findAnnotation(
  annotations: readonly Annotation[],
  id: string,
  keys: readonly string[],
): Annotation | undefined {
  const found = annotations.filter((annotation) => annotation.id.name === id)
  const [first] = found
  if (first === undefined) return undefined
  if (found.length > 1) refuse(`There are duplicate annotations: ${id}`, first.span)
  const names = first.fields.map((each) => each.ident.name)
  const twice = keys.filter((key) => names.filter((name) => name === key).length > 1)
  if (twice.length > 0) refuse(`These keys are defined multiple times: ${twice.join(',')}`, first.span)
  const unknown = names.filter((name) => !keys.includes(name))
  if (unknown.length > 0) refuse(`Invalid keys for @${id} annotation: ${unknown.join(',')}`, first.span)
  return first
}

const fieldOf = (annotation: Annotation | undefined, key: string): AnnotationField | undefined =>
  annotation?.fields.find((each) => each.ident.name === key)

type ValueOf = { [V in Val as V['type']]: V['value'] }

const isOfType = <T extends ValType>(
  value: Val,
  type: T,
): value is Val & { readonly type: T; readonly value: ValueOf[T] } => value.type === type

function annotated<T extends ValType>(
  annotation: Annotation | undefined,
  key: string,
  type: T,
): ValueOf[T] | undefined {
  const found = fieldOf(annotation, key)
  if (found === undefined) return undefined
  const { value } = found.value
  if (!isOfType(value, type)) {
    return refuse(`Expect ${type} for ${key} in annotation @${annotation!.id.name}`, found.span)
  }
  return value.value
}

export interface FunctionUsing {
  readonly usesPreapprovedAssets: boolean
  readonly contractAssets: ContractAssets
  readonly paysToContractOnly: boolean
  readonly checksExternalCaller: boolean
  readonly updatesFields: boolean
  readonly methodIndex: number | undefined
}

const usingKeys = [
  'preapprovedAssets',
  'assetsInContract',
  'payToContractOnly',
  'checkExternalCaller',
  'updateFields',
  'methodIndex',
]
const methodIndexMax = 0xffn
const int32Max = 0x7fffffffn

export function functionUsing(
  annotations: readonly Annotation[],
  preapprovedByDefault: boolean,
): FunctionUsing {
  const using = findAnnotation(annotations, 'using', usingKeys)
  const index = annotated(using, 'methodIndex', 'U256')
  if (index !== undefined && index > methodIndexMax && index <= int32Max) {
    refuse(
      `Invalid method index ${index}, expecting a value in the range [0, 0xff]`,
      fieldOf(using, 'methodIndex')?.span,
    )
  }
  const usesPreapprovedAssets = annotated(using, 'preapprovedAssets', 'Bool') ?? preapprovedByDefault
  const contractAssets = contractAssetsOf(fieldOf(using, 'assetsInContract'))
  return {
    usesPreapprovedAssets,
    contractAssets,
    paysToContractOnly: annotated(using, 'payToContractOnly', 'Bool') ?? false,
    checksExternalCaller: annotated(using, 'checkExternalCaller', 'Bool') ?? true,
    updatesFields: annotated(using, 'updateFields', 'Bool') ?? false,
    // A number beyond 32 bits counts as none.
    methodIndex: index === undefined || index > methodIndexMax ? undefined : Number(index),
  }
}

function contractAssetsOf(found: AnnotationField | undefined): ContractAssets {
  if (found === undefined) return 'no'
  const { value } = found.value
  if (value.type === 'Bool') return value.value ? 'yes' : 'no'
  if (value.type === 'ByteVec' && equalBytes(value.value, enforced)) return 'enforced'
  return refuse('Invalid assetsInContract annotation, expected true/false/enforced', found.span)
}

export const isInline = (annotations: readonly Annotation[]): boolean =>
  findAnnotation(annotations, 'inline', []) !== undefined

/** What every id of a standard starts with. */
export const stdIdPrefix = utf8ToBytes('ALPH')

export function interfaceStdId(annotations: readonly Annotation[]): Uint8Array | undefined {
  const std = findAnnotation(annotations, 'std', ['id'])
  const id = annotated(std, 'id', 'ByteVec')
  if (id === undefined) return undefined
  if (id.length === 0) refuse('The field id of the @std annotation must be a non-empty ByteVec', std!.span)
  return concatBytes(stdIdPrefix, id)
}

export const interfaceUsesSelector = (annotations: readonly Annotation[]): boolean =>
  annotated(findAnnotation(annotations, 'using', ['methodSelector']), 'methodSelector', 'Bool') ?? true

export const contractStdEnabled = (annotations: readonly Annotation[]): boolean | undefined =>
  annotated(findAnnotation(annotations, 'std', ['enabled']), 'enabled', 'Bool')

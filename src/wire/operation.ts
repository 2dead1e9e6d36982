import type { Static, TObject, TSchema } from 'typebox'
import type { ErrorCode, Scope } from '../domain/index.ts'

/** `public`: no key needed, a bad one is still 401. `key`: any valid key. A scope: a key that has it. */
export type Access = 'public' | 'key' | Scope

/**
 * One operation of the interface, as data: the same schemas validate, serialise, document and type it. Paths are written
 * as the reference writes them, `/v1/auth/keys/{id}`.
 */
export interface Operation extends OperationSpec {
  /** Its operationId in the OpenAPI: its name in the table of operations. */
  readonly id: string
}

export interface OperationSpec {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: `/${string}`
  readonly tag: string
  readonly summary: string
  readonly description?: string
  readonly access: Access
  readonly params?: TObject
  readonly query?: TObject
  readonly body?: TObject
  /** The answer of success, 200; without one it is 204. */
  readonly answer?: TSchema
  readonly answerMeaning: string
  /** Content type of the answer when it is not JSON. */
  readonly contentType?: string
  /** Takes orders away: a key has a budget for these beside its writes. */
  readonly budget?: 'cancel'
  /** A second form of the answer, for who asks for it with Accept. */
  readonly alsoAs?: 'text/csv'
  /** Other answers that are no errors, for example a 304. */
  readonly alsoAnswers?: Readonly<Record<number, string>>
  /** Codes beyond those every operation may answer with. */
  readonly errors?: readonly ErrorCode[]
  /** Headers of the success answer, name → meaning. */
  readonly headers?: Readonly<Record<string, string>>
}

/** What a checked request holds, by part. */
export type ParamsOf<O extends Operation> = PartOf<O, 'params'>
export type QueryOf<O extends Operation> = PartOf<O, 'query'>
/** The query as a handler finds it: the validator has put in what was left out. */
export type FilledQueryOf<O extends Operation> = O extends { readonly query: TObject<infer Fields> }
  ? QueryOf<O> & Required<Pick<QueryOf<O>, FilledName<Fields> & keyof QueryOf<O>>>
  : QueryOf<O>
type FilledName<Fields> = {
  [Name in keyof Fields]: Fields[Name] extends { readonly default: unknown } ? Name : never
}[keyof Fields]
export type BodyOf<O extends Operation> = PartOf<O, 'body'>
export type AnswerOf<O extends Operation> = O extends { readonly answer: infer S extends TSchema }
  ? Static<S>
  : undefined

type PartOf<O extends Operation, Part extends 'params' | 'query' | 'body'> = O extends {
  readonly [P in Part]: infer S extends TSchema
}
  ? Static<S>
  : Record<never, never>

export const operation = <O extends OperationSpec>(spec: O): O => spec

type ReadSpec = Omit<OperationSpec, 'method' | 'access' | 'answer'> & { readonly answer: TSchema }

const freshness = {
  'X-Block-Height': 'height of the block this answer reflects',
  'X-Index-Lag-Ms': 'how far the index is behind its node, in milliseconds',
}
const readErrors = ['UPSTREAM_TIMEOUT'] as const

/** A read of the index that a client may keep: `If-None-Match` is answered with 304 while it is still right. */
export const read = <S extends ReadSpec>(spec: S) => ({
  method: 'GET' as const,
  access: 'public' as const,
  alsoAnswers: { 304: 'the copy named by If-None-Match is still right' },
  headers: { ...freshness, ETag: 'changes when the answer does' },
  ...spec,
  errors: [...(spec.errors ?? []), ...readErrors],
})

/** A read whose answer differs from caller to caller or from moment to moment: nobody may keep it. */
export const readPrivately = <S extends ReadSpec>(spec: S) => ({
  method: 'GET' as const,
  access: 'public' as const,
  headers: freshness,
  ...spec,
  errors: [...(spec.errors ?? []), ...readErrors],
})

import type { IncomingHttpHeaders } from 'node:http'
import type { Static, TObject, TSchema } from 'typebox'
import { Type } from 'typebox'
import type { ApiKey, ErrorCode, Scope } from '../domain/index.ts'
import type { ApiParts } from './parts.ts'

/** `public`: no key needed, a bad one is still 401. `key`: any valid key. A scope: a key that has it. */
export type Access = 'public' | 'key' | Scope

/** What a handler sees of a request: checked values and nothing of the framework. */
export interface ApiRequest<P, Q, B, A extends Access> {
  readonly params: P
  readonly query: Q
  readonly body: B
  readonly key: A extends 'public' ? ApiKey | null : ApiKey
  /** The caller's network address, behind a trusted proxy the one it reports. */
  readonly client: string
  readonly requestId: string
  readonly headers: IncomingHttpHeaders
  /** Method and path as received, without the query. */
  readonly method: string
  readonly path: string
  /** Path and query as received. */
  readonly url: string
}

/**
 * One operation of the interface, as data: the schemas validate, serialise and document. Paths are written as the
 * contract writes them, `/v1/auth/keys/{id}`.
 */
export interface RouteSpec<
  P extends TObject,
  Q extends TObject,
  B extends TSchema,
  R extends TSchema,
  A extends Access,
> {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: `/${string}`
  readonly tag: string
  readonly summary: string
  readonly description?: string
  readonly access: A
  readonly params?: P
  readonly query?: Q
  readonly body?: B
  readonly success: { readonly status: 200 | 204; readonly description: string; readonly schema?: R }
  /** Content type of the success answer when it is not JSON. */
  readonly contentType?: string
  /** Other answers of this route that are no errors, for example a 304. */
  readonly alsoAnswers?: Readonly<Record<number, string>>
  /** Codes beyond those every route may answer with. */
  readonly errors?: readonly ErrorCode[]
  /** Headers of the success answer, name → description. */
  readonly headers?: Readonly<Record<string, string>>
  handler(
    request: ApiRequest<Static<P>, Static<Q>, Static<B>, A>,
    parts: ApiParts,
  ): Promise<Static<R> | Answer> | Static<R> | Answer
}

/** A route with its types rubbed off, as the table and the server hold it. */
export interface Route extends RouteSpec<TObject, TObject, TSchema, TSchema, Access> {
  readonly params: TObject
  readonly query: TObject
}

const nothing = Type.Object({}, { additionalProperties: false })

export function defineRoute<
  R extends TSchema,
  A extends Access,
  P extends TObject = TObject<Record<never, never>>,
  Q extends TObject = TObject<Record<never, never>>,
  B extends TSchema = TSchema,
>(spec: RouteSpec<P, Q, B, R, A>): Route {
  // The handler gets what its own schemas have checked, so rubbing the types off here loses nothing.
  return { params: nothing, query: nothing, ...spec } as unknown as Route
}

const answerMark = Symbol('answer')

/** For a handler that must say more than its body: status, headers, or a JSON text that is ready made. */
export interface Answer {
  readonly [answerMark]: true
  readonly status: number | undefined
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
  /** Ready-made JSON, sent as it is; bytes can be shared by many answers. */
  readonly text: string | Buffer | undefined
}

export function answer(parts: Partial<Omit<Answer, typeof answerMark>>): Answer {
  return { status: undefined, headers: {}, body: undefined, text: undefined, ...parts, [answerMark]: true }
}

export const isAnswer = (value: unknown): value is Answer =>
  typeof value === 'object' && value !== null && answerMark in value

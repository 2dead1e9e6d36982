import type { IncomingHttpHeaders } from 'node:http'
import type { ApiKey } from '../domain/index.ts'
import type { Access, BodyOf, FilledQueryOf, Operation, OutputOf, ParamsOf } from '../wire/index.ts'
import type { ApiParts } from './parts.ts'

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

type Handler<O extends Operation> = (
  request: ApiRequest<ParamsOf<O>, FilledQueryOf<O>, BodyOf<O>, O['access']>,
  parts: ApiParts,
) => Promise<OutputOf<O> | Answer> | OutputOf<O> | Answer

/** Asked before anything of the request is read: thousands a second are refused here, each for a fraction of a list. */
export interface MayHaveNoRoom {
  hasRoom?(url: string, parts: ApiParts): boolean
}

/** An operation and who carries it out, with its types rubbed off, as the table and the server hold it. */
export interface Route extends Operation {
  readonly handler: MayHaveNoRoom &
    ((
      request: ApiRequest<Record<string, unknown>, Record<string, unknown>, unknown, 'public'>,
      parts: ApiParts,
    ) => unknown)
}

export function defineRoute<O extends Operation>(operation: O, handler: Handler<O>): Route {
  // The handler gets what the operation's schemas have checked, so rubbing the types off here loses nothing.
  return { ...operation, handler: handler as unknown as Route['handler'] }
}

/** For a handler that must say more than its body: status, headers, or a JSON text that is ready made. */
export class Answer {
  readonly status: number | undefined
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
  /** Ready-made JSON, sent as it is; bytes can be shared by many answers. */
  readonly text: string | Buffer | undefined

  constructor({ status, headers, body, text }: Partial<Answer>) {
    this.status = status
    this.headers = headers ?? {}
    this.body = body
    this.text = text
  }
}

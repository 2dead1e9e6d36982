import type { IncomingMessage, RequestListener } from 'node:http'
import type { RateDecision } from '../../auth/index.ts'
import { refuse } from '../../domain/index.ts'
import { monotonicMs } from '../../kit/index.ts'
import { toErrorAnswer } from '../errors/error-answer.ts'
import { overloaded } from '../errors/overloaded.ts'
import { toReadyError, writeError } from '../errors/write-error.ts'
import type { ApiParts } from '../parts.ts'
import type { Route } from '../route.ts'
import { headerCountMax } from '../settings.ts'
import type { ClientAddress } from './client-address.ts'
import { isLastOnSocket } from './socket-limit.ts'

export interface ShedOptions {
  readonly parts: ApiParts
  readonly routes: readonly Route[]
  readonly clientAddress: ClientAddress
  nextRequestId(request: IncomingMessage): string
  /** The headers every answer has, but for its id. */
  commonHeaders(request: IncomingMessage): Readonly<Record<string, string>>
  /** True from the signal to stop on. */
  isDraining(): boolean
}

/**
 * Stands before the framework. At ten times the load nine of ten answers are refusals, and what each of them costs is
 * taken from those who could be served: here one costs half of what it does behind router, hooks and handler.
 *
 * Only what is plain is judged here: a list, asked for without a key, that no cache is likely to have, while the line
 * before the database is too long. Everything else goes its usual way and is refused there, if it must be.
 */
export function createShed(options: ShedOptions, handle: RequestListener): RequestListener {
  const { parts, clientAddress } = options
  const lists = options.routes.filter((route) => route.isList === true).map(toPattern)
  const refusal = toReadyError(toErrorAnswer(overloaded, ''))

  const isPlain = ({ method, headers, rawHeaders }: IncomingMessage): boolean =>
    method === 'GET' &&
    headers.authorization === undefined &&
    headers.host !== undefined &&
    headers.expect === undefined &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined &&
    rawHeaders.length / 2 < headerCountMax

  return (request, response) => {
    if (!parts.listGate.isFull() || options.isDraining() || !isPlain(request))
      return handle(request, response)
    const url = request.url ?? ''
    const list = lists.find(({ pattern }) => pattern.test(url))
    if (list === undefined || parts.cache.isLikelyToHave(url)) return handle(request, response)

    parts.listGate.noteRefused()
    const startedMs = monotonicMs()
    const rate = parts.limiter.take({ kind: 'read', ip: clientAddress(request), key: null })
    if (rate instanceof Promise)
      rate.then(
        (known) => answer(known, list.path),
        () => handle(request, response),
      )
    else answer(rate, list.path)

    function answer(decision: RateDecision, route: string): void {
      const requestId = options.nextRequestId(request)
      const error = decision.allowed ? refusal : toReadyError(toErrorAnswer(overLimit(decision), requestId))
      writeError(response, error, {
        requestId,
        rate: decision,
        headers: options.commonHeaders(request),
        isLast: isLastOnSocket(request),
      })
      parts.observe({
        kind: 'request',
        requestId,
        method: 'GET',
        route,
        status: error.status,
        ms: monotonicMs() - startedMs,
        keyId: null,
        aborted: false,
      })
    }
  }
}

const overLimit = ({ limit, retryAfterSeconds }: RateDecision): Error =>
  refuse('RATE_LIMITED', { limit, retryAfter: retryAfterSeconds })

/** Where a request for this route begins: its path, and then nothing or a query. */
function toPattern({ path }: Route): { readonly path: string; readonly pattern: RegExp } {
  return { path, pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/?#]+')}/?(?:\\?|$)`) }
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { toErrorAnswer } from './errors/error-answer.ts'
import { invalid } from './errors/invalid.ts'
import { overloaded } from './errors/overloaded.ts'
import { errorSender } from './errors/write-error.ts'
import type { Admission } from './hooks/admission.ts'
import type { ClientAddress } from './hooks/client-address.ts'
import { createPathReader, createQueryReader } from './input/text-parameters.ts'
import type { ApiParts } from './parts.ts'
import { Answer, type ApiRequest, type Route } from './route.ts'

export interface RegisterOptions {
  readonly parts: ApiParts
  readonly admission: Admission
  readonly clientAddress: ClientAddress
  /** True from the signal to stop on: the answer closes its connection. */
  isDraining(): boolean
}

/** Made once, and sent without the framework's way of errors: it is written in thousands a second. */
const sendOverloaded = errorSender(toErrorAnswer(overloaded, ''))

/** Puts one route of the table onto the server: admission has run when its parameters are read. */
export function registerRoute(
  app: FastifyInstance,
  route: Route,
  { parts, admission, clientAddress, isDraining }: RegisterOptions,
): void {
  const readQuery = createQueryReader(route.query)
  const readPath = createPathReader(route.params)
  const status = route.answer === undefined ? 204 : 200
  const isProbe = route.tag === 'operations'

  function readParameters(request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void {
    if (route.handler.hasRoom?.(request.raw.url ?? '', parts) === false) {
      sendOverloaded(reply)
      return
    }
    // A probe is answered all the same, without a place.
    if (!admission.work(request) && !isProbe) {
      sendOverloaded(reply)
      return
    }
    try {
      request.params = readPath(request.params as Record<string, string>)
      request.query = readQuery(searchOf(request.raw.url ?? ''))
      if (route.body === undefined && request.body !== undefined && request.body !== null)
        throw invalid('body', request.body, 'this request takes no body')
      done()
    } catch (error) {
      done(error as Error)
    }
  }

  app.route({
    method: route.method,
    url: route.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    schema: {
      ...(route.params === undefined ? {} : { params: route.params }),
      ...(route.query === undefined ? {} : { querystring: route.query }),
      ...(route.body === undefined ? {} : { body: route.body }),
      ...(route.answer === undefined || route.contentType !== undefined
        ? {}
        : { response: { [status]: route.answer } }),
    },
    config: {
      access: route.access,
      path: route.path,
      probe: isProbe,
      budget: route.budget,
    },
    preValidation: readParameters,
    handler: (request, reply) => {
      const result = route.handler(toApiRequest(request, clientAddress), parts)
      // A handler that has its answer at once is spared the promise.
      return result instanceof Promise ? result.then((known) => answer(reply, known)) : answer(reply, result)
    },
  })

  function answer(reply: FastifyReply, result: unknown): FastifyReply {
    if (!(result instanceof Answer)) return send(reply, status, result)
    for (const [name, value] of Object.entries(result.headers)) {
      // What it varies by already, such as the origin, it still does.
      const known = name === 'vary' ? reply.getHeader(name) : undefined
      reply.header(name, known === undefined ? value : `${known}, ${value}`)
    }
    return send(reply, result.status ?? status, result.text ?? result.body, result.text !== undefined)
  }

  function send(reply: FastifyReply, status: number, body: unknown, ready = false): FastifyReply {
    reply.code(status)
    if (isDraining()) reply.header('connection', 'close')
    if (ready && !reply.hasHeader('content-type'))
      reply.header('content-type', 'application/json; charset=utf-8')
    return reply.send(body)
  }
}

function toApiRequest(
  request: FastifyRequest,
  clientAddress: ClientAddress,
): ApiRequest<Record<string, unknown>, Record<string, unknown>, unknown, 'public'> {
  const url = request.raw.url ?? ''
  return {
    params: request.params as Record<string, unknown>,
    query: request.query as Record<string, unknown>,
    body: request.body,
    key: request.admitted.key,
    client: clientAddress(request.raw),
    requestId: request.id,
    headers: request.headers,
    method: request.method,
    path: pathOf(url),
    url,
  }
}

/** Where the path ends, as the router sees it: at the first ? or #. */
function endOfPath(url: string): number {
  for (let i = 0; i < url.length; i++) {
    const c = url.charCodeAt(i)
    if (c === 0x3f || c === 0x23) return i
  }
  return url.length
}

/** The path of a request without the trailing slash that the router forgives: a cursor is bound to it. */
function pathOf(url: string): string {
  const end = endOfPath(url)
  return url.slice(0, end > 1 && url.charCodeAt(end - 1) === 0x2f ? end - 1 : end)
}

const searchOf = (url: string): string => url.slice(endOfPath(url) + 1)

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { invalid } from './errors/invalid.ts'
import type { Admission } from './hooks/admission.ts'
import { clientOf } from './hooks/client.ts'
import { createPathReader, createQueryReader } from './input/text-parameters.ts'
import type { ApiParts } from './parts.ts'
import { type ApiRequest, isAnswer, type Route } from './route.ts'

export interface RegisterOptions {
  readonly parts: ApiParts
  readonly admission: Admission
  /** True from the signal to stop on: the answer closes its connection. */
  isDraining(): boolean
}

/** Puts one route of the table onto the server: admission has run when its parameters are read. */
export function registerRoute(
  app: FastifyInstance,
  route: Route,
  { parts, admission, isDraining }: RegisterOptions,
): void {
  const readQuery = createQueryReader(route.query)
  const readPath = createPathReader(route.params)
  const { success } = route

  function readParameters(
    request: FastifyRequest,
    _reply: FastifyReply,
    done: (error?: Error) => void,
  ): void {
    admission.work(request)
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
      params: route.params,
      querystring: route.query,
      ...(route.body === undefined ? {} : { body: route.body }),
      ...(success.schema === undefined || route.contentType !== undefined
        ? {}
        : { response: { [success.status]: success.schema } }),
    },
    config: { access: route.access, path: route.path, probe: route.tag === 'operations' },
    preValidation: readParameters,
    handler: async (request, reply) => {
      const result = await route.handler(toApiRequest(request), parts)
      if (!isAnswer(result)) return send(reply, success.status, result)
      for (const [name, value] of Object.entries(result.headers)) reply.header(name, value)
      return send(
        reply,
        result.status ?? success.status,
        result.text ?? result.body,
        result.text !== undefined,
      )
    },
  })

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
): ApiRequest<Record<string, unknown>, Record<string, unknown>, unknown, 'public'> {
  const url = request.raw.url ?? ''
  return {
    params: request.params as Record<string, unknown>,
    query: request.query as Record<string, unknown>,
    body: request.body,
    key: request.admitted.key,
    client: clientOf(request),
    requestId: request.id,
    headers: request.headers,
    method: request.method,
    path: url.slice(0, url.length - searchOf(url).length).replace(/[?#]$/, ''),
  }
}

/** What follows the path: from the first ? or #, as the router cuts it. */
function searchOf(url: string): string {
  const cut = url.search(/[?#]/)
  return cut === -1 ? '' : url.slice(cut + 1)
}

import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { refuse } from '../domain/index.ts'
import { Fault } from '../kit/index.ts'
import { type ConsolePages, createConsolePages } from './console-pages.ts'
import { createClientErrors } from './errors/client-errors.ts'
import { toErrorAnswer } from './errors/error-answer.ts'
import { invalid } from './errors/invalid.ts'
import { overloaded } from './errors/overloaded.ts'
import { fromValidation } from './errors/validation-error.ts'
import { endWithError, sendError } from './errors/write-error.ts'
import './fastify-types.ts'
import { createAdmission, isUnderV1 } from './hooks/admission.ts'
import { createClientAddress } from './hooks/client-address.ts'
import { createCors } from './hooks/cors.ts'
import { createHandedOver } from './hooks/handed-over.ts'
import { guardStreams } from './hooks/own-connection.ts'
import { createPressure } from './hooks/pressure.ts'
import { createRequestIds } from './hooks/request-id.ts'
import { createCommonHeaders, pageHeaders } from './hooks/response-headers.ts'
import { isLastOnSocket } from './hooks/socket-limit.ts'
import { addJsonParser } from './input/json-parser.ts'
import { listenSentence } from './listen-sentence.ts'
import { createAsyncApi } from './openapi/async-document.ts'
import { createOpenApi } from './openapi/document.ts'
import { addReferencePage } from './openapi/reference-page.ts'
import type { ApiParts } from './parts.ts'
import { registerRoute } from './register-route.ts'
import type { Route } from './route.ts'
import {
  type ApiSettings,
  connectionsCheckMs,
  drainBytesMax,
  headerBytesMax,
  headerCountMax,
} from './settings.ts'
import { stopServer } from './stop-server.ts'
import { addSseRoute } from './stream/sse-route.ts'
import { createStreams } from './stream/streams.ts'
import { addWsRoute } from './stream/ws-route.ts'
import { routes } from './v1/routes.ts'

export interface Api {
  /** Opens the port and says which one it is. A port that is taken is a Fault that names its variable. */
  start(): Promise<{ readonly host: string; readonly port: number }>
  /** Refuses what is new, finishes what runs, then closes. Safe to call twice. */
  stop(): Promise<void>
  /** Ids of the requests being answered, oldest first: what a process that dies has to tell. */
  requestIdsInFlight(): readonly string[]
  /** The feed has grown: whoever follows it is told at once. */
  wakeStreams(): void
  /** A request without a socket, for tests. */
  readonly inject: FastifyInstance['inject']
}

const noQuery = Object.freeze({})

/** Assembles the server: settings, hooks in their order, errors on every path, and the routes of the table. */
export async function createApi(
  settings: ApiSettings,
  parts: ApiParts,
  extraRoutes: readonly Route[] = [],
): Promise<Api> {
  const { limits } = settings
  const nextRequestId = createRequestIds(parts.random)
  const pressure = createPressure(limits, parts.timers, parts.observe)
  let draining = false
  const isDraining = (): boolean => draining
  const clientAddress = createClientAddress(settings.trustProxy)
  const pages =
    settings.consoleFolder === null ? null : createConsolePages(settings.consoleFolder, parts.node.url)
  const isPage: ConsolePages['isPage'] = (request) => pages?.isPage(request) ?? false
  const admission = createAdmission({ parts, pressure, limits, clientAddress, isDraining, isPage })

  const cors = createCors(settings.corsOrigins)
  const commonHeaders = createCommonHeaders(settings, cors)
  const table = [...routes, ...extraRoutes]

  const clientErrors = createClientErrors({
    nextRequestId: () => nextRequestId(),
    observe: parts.observe,
    isAnswering: admission.isAnswering,
    charge: (ip) => parts.limiter.take({ kind: 'read', ip, key: null }),
  })

  const app = fastify({
    bodyLimit: limits.bodyBytesMax,
    serverFactory: (handle) => createHttpServer(limits, guardStreams(clientErrors.guard(handle))),
    genReqId: (raw) => nextRequestId(raw as IncomingMessage),
    return503OnClosing: false,
    routerOptions: {
      ignoreTrailingSlash: true,
      caseSensitive: true,
      // Long parameters are refused by their schema, which can name them.
      maxParamLength: headerBytesMax,
      // The route's own reader parses the query; here nothing must throw.
      querystringParser: () => noQuery,
    },
    ajv: {
      customOptions: {
        coerceTypes: false,
        removeAdditional: false,
        allErrors: false,
        useDefaults: true,
        strict: true,
        strictTypes: false,
        strictRequired: false,
      },
    },
    frameworkErrors: (error, request, reply) => refuseUnrouted(error, request, reply),
    clientErrorHandler: clientErrors.onClientError,
  })

  // Node would answer 417 without a body. The request goes its usual way instead, and admission finds the header.
  const routing = guardStreams(clientErrors.guard((request, response) => app.routing(request, response)))
  app.server.on('checkExpectation', routing)

  // Node would close a CONNECT without a word.
  const handedOver = createHandedOver(parts.timers, limits.connectionTimeoutMs)
  app.server.on('connect', (request: IncomingMessage) => {
    const requestId = nextRequestId()
    const response = handedOver.take(request)
    if (response !== null)
      endWithError(response, toErrorAnswer(refuse('NOT_FOUND'), requestId), { requestId, rate: null })
  })

  // Declared up front so that every request has the same shape: hooks leave what they found for the handler.
  app.decorateRequest('admitted')
  addJsonParser(app)

  app.addHook('onRequest', (request, reply, done) => {
    setHeaders(request, reply)
    if (isLastOnSocket(request.raw)) reply.header('connection', 'close')
    const preflight = cors.preflightFor(request.raw)
    if (preflight !== null) {
      reply.headers(preflight).code(204).send()
      return
    }
    admission.admit(request, reply, done)
  })

  function setHeaders(request: FastifyRequest, reply: FastifyReply): void {
    reply.headers(commonHeaders(request.raw))
    reply.header('x-request-id', request.id)
  }

  app.setErrorHandler((error, request, reply) => answerError(error, request, reply))
  app.setNotFoundHandler((request, reply) => {
    if (pages === null || !pages.isPage(request)) throw refuse('NOT_FOUND')
    pages.sendPage(reply)
  })

  function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const answer = toErrorAnswer(translate(error, request), request.id)
    const route = request.routeOptions.config?.path ?? 'unmatched'
    if (answer.isBug) parts.observe({ kind: 'bug', requestId: request.id, route, cause: error })
    if (error instanceof Fault) parts.observe({ kind: 'fault', requestId: request.id, route, cause: error })
    if (reply.getHeader('connection') === 'close' && canReadToTheEnd(request))
      reply.removeHeader('connection')
    sendError(reply, answer)
  }

  async function refuseUnrouted(error: Error, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    setHeaders(request, reply)
    if (isUnderV1(request.raw.url ?? '')) await admission.charge(request, reply).catch(() => {})
    // A person's address may be misspelt in any way; the page says so.
    if (pages?.isPage(request)) pages.sendPage(reply)
    else answerError(error, request, reply)
  }

  const streams = await createStreams(parts, clientAddress)
  await addWsRoute(app, streams, { handedOver, guard: clientErrors.guard })
  addSseRoute(app, streams)
  // Nobody counts how often they are asked for, and unread they hold memory and files: they take a place like any request.
  await app.register(async (files) => {
    files.addHook('onRequest', (_request, reply, done) => {
      reply.headers(pageHeaders)
      done()
    })
    files.addHook('preValidation', (request, _reply, done) =>
      done(admission.work(request) ? undefined : overloaded),
    )
    await pages?.addFiles(files)
    await addReferencePage(files, {
      document: createOpenApi(table, settings.version),
      asyncDocument: createAsyncApi(settings.version),
    })
  })
  for (const route of table) registerRoute(app, route, { parts, admission, clientAddress, isDraining })
  await app.ready()

  return {
    requestIdsInFlight: admission.requestIds,
    wakeStreams: streams.wake,
    inject: app.inject.bind(app) as FastifyInstance['inject'],
    async start() {
      await listen(app, settings)
      const { port } = app.server.address() as AddressInfo
      return { host: settings.host, port }
    },
    async stop() {
      draining = true
      streams.stop()
      await stopServer(app.server, limits, { ...parts, cut: handedOver.cut })
      await app.close()
      admission.stop()
      pressure.stop()
    },
  }

  function canReadToTheEnd(request: FastifyRequest): boolean {
    if (draining) return false
    const length = Number(request.headers['content-length'])
    return length <= drainBytesMax
  }
}

/** Validation complaints and clients that went away are no bugs, though the framework throws them as plain errors. */
function translate(error: unknown, request: FastifyRequest): unknown {
  if (!(error instanceof Error)) return error
  const { validation, validationContext } = error as {
    validation?: Parameters<typeof fromValidation>[0][]
    validationContext?: string
  }
  if (validation?.[0] !== undefined)
    return fromValidation(validation[0], checkedPart(request, validationContext))
  if (request.raw.destroyed && !request.raw.complete)
    return invalid('body', undefined, 'the connection ended before the body did')
  return error
}

function checkedPart(request: FastifyRequest, context: string | undefined): unknown {
  if (context === 'params') return request.params
  return context === 'querystring' ? request.query : request.body
}

function createHttpServer(limits: ApiSettings['limits'], onRequest: RequestListener): Server {
  const server = createServer(
    {
      maxHeaderSize: headerBytesMax,
      headersTimeout: limits.headersTimeoutMs,
      requestTimeout: limits.requestTimeoutMs,
      keepAliveTimeout: limits.keepAliveTimeoutMs,
      connectionsCheckingInterval: connectionsCheckMs,
      requireHostHeader: false,
    },
    onRequest,
  )
  server.setTimeout(limits.connectionTimeoutMs)
  server.maxHeadersCount = headerCountMax
  return server
}

async function listen(app: FastifyInstance, settings: ApiSettings): Promise<void> {
  try {
    await app.listen({ host: settings.host, port: settings.port })
  } catch (error) {
    const { code } = error as { code?: string }
    throw new Fault('upstream_error', listenSentence(code, settings), { cause: error })
  }
}

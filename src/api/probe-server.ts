import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { refuse } from '../domain/index.ts'
import { Fault, type Random, type Timers } from '../kit/index.ts'
import { createClientErrors } from './errors/client-errors.ts'
import { type ErrorAnswer, toErrorAnswer } from './errors/error-answer.ts'
import { createRequestIds } from './hooks/request-id.ts'
import { listenSentence } from './listen-sentence.ts'
import type { ObserveApi } from './observation.ts'
import type { Operator } from './parts.ts'
import { connectionsCheckMs, headerBytesMax, type ServerLimits } from './settings.ts'
import { stopServer } from './stop-server.ts'

export interface ProbeServerOptions {
  readonly host: string
  readonly port: number
  readonly limits: ServerLimits
  readonly operator: Operator
  readonly observe: ObserveApi
  readonly random: Random
  readonly timers: Timers
}

export interface ProbeServer {
  /** Opens the port and says which one it is. A port that is taken is a Fault that names its variable. */
  start(): Promise<{ readonly host: string; readonly port: number }>
  stop(): Promise<void>
}

interface Told {
  readonly status: number
  readonly contentType: string
  readonly text: string
  readonly retryAfterSeconds?: number | undefined
}

/**
 * `/health`, `/ready` and `/metrics` of a process that serves no interface: the same answers as those of one that does,
 * for a supervisor and a scraper. Anything else is 404. No framework: nothing here is read from a request but its path.
 */
export function createProbeServer(options: ProbeServerOptions): ProbeServer {
  const { host, port, limits, operator, random, timers } = options
  const nextRequestId = createRequestIds(random)
  const clientErrors = createClientErrors({ nextRequestId: () => nextRequestId(), observe: options.observe })

  async function ready(): Promise<Told> {
    const reasons = await operator.unreadyReasons()
    if (reasons.length === 0) return told({ ready: true })
    throw refuse('UNAVAILABLE', { reason: 'not_ready', reasons, retryAfter: 1 }, 'not ready')
  }

  const probes = new Map<string, () => Promise<Told>>([
    ['/health', async () => told({ status: 'ok' })],
    ['/ready', ready],
    ['/metrics', async () => ({ status: 200, ...(await operator.metrics()) })],
  ])

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const requestId = nextRequestId(request)
    const probe = /^(GET|HEAD)$/.test(request.method ?? '')
      ? probes.get(pathOf(request.url ?? ''))
      : undefined
    const { status, contentType, text, retryAfterSeconds } = await (
      probe?.() ?? Promise.reject(refuse('NOT_FOUND'))
    ).catch((error: unknown) => toldError(toErrorAnswer(error, requestId)))
    response.writeHead(status, {
      'content-type': contentType,
      'content-length': Buffer.byteLength(text),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-request-id': requestId,
      ...(retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }),
    })
    response.end(request.method === 'HEAD' ? undefined : text)
  }

  const server = createServer(
    {
      maxHeaderSize: headerBytesMax,
      requestTimeout: limits.requestTimeoutMs,
      headersTimeout: limits.headersTimeoutMs,
      keepAliveTimeout: limits.keepAliveTimeoutMs,
      connectionsCheckingInterval: connectionsCheckMs,
      requireHostHeader: false,
    },
    clientErrors.guard((request, response) => void answer(request, response)),
  )
  server.setTimeout(limits.connectionTimeoutMs)
  server.on('clientError', clientErrors.onClientError)

  return {
    start: () =>
      new Promise((resolve, reject) => {
        server.once('error', (cause: Error & { code?: string }) =>
          reject(new Fault('upstream_error', listenSentence(cause.code, { host, port }), { cause })),
        )
        server.listen(port, host, () => resolve({ host, port: (server.address() as AddressInfo).port }))
      }),
    stop: () => stopServer(server, limits, { timers, observe: options.observe }),
  }
}

const json = 'application/json; charset=utf-8'

const told = (body: object): Told => ({ status: 200, contentType: json, text: JSON.stringify(body) })

const toldError = ({ body, retryAfterSeconds }: ErrorAnswer): Told => ({
  status: body.statusCode,
  contentType: json,
  text: JSON.stringify(body),
  retryAfterSeconds,
})

const pathOf = (url: string): string => url.split(/[?#]/)[0]!.replace(/(.)\/$/, '$1')

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RateDecision } from '../../auth/index.ts'
import { type ApiKey, refuse } from '../../domain/index.ts'
import { monotonicMs } from '../../kit/index.ts'
import { invalid } from '../errors/invalid.ts'
import type { ApiParts } from '../parts.ts'
import type { Access } from '../route.ts'
import { headerCountMax } from '../settings.ts'
import { type Bearer, readBearer } from './bearer.ts'
import { clientOf } from './client.ts'
import type { Pressure } from './pressure.ts'

export interface AdmissionOptions {
  readonly parts: ApiParts
  readonly pressure: Pressure
  /** True from the signal to stop on. */
  isDraining(): boolean
}

export interface Admission {
  /** The hook: calls `done` without an error when the request may go on to validation. */
  admit(request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void
  /** Counts the request as work in hand, from when its body has been read: a slow sender occupies no place. */
  work(request: FastifyRequest): void
  /** For requests the router could not even route: the limit is charged and its headers are set, nothing else. */
  charge(request: FastifyRequest, reply: FastifyReply): Promise<void>
}

const writes = new Set(['POST', 'DELETE'])

export const isUnderV1 = (url: string): boolean =>
  url.startsWith('/v1') && (url.length === 3 || url[3] === '/' || url[3] === '?')

/**
 * Who may come in, in the order of decisions.md: key look-up, rate limit, authentication, scope; validation follows in
 * the route. Before all of it stands what makes the rest meaningless: a request whose headers cannot be trusted, a
 * server that stops, a server that drowns.
 */
export function createAdmission(options: AdmissionOptions): Admission {
  const { parts, pressure } = options

  function admit(request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void {
    watch(request, reply)
    const limited = isUnderV1(request.raw.url ?? '') && request.method !== 'OPTIONS'
    const early = earlyRefusal(request, reply)
    if (!limited) {
      done(early ?? notFound(request))
      return
    }
    if (early !== null) {
      charge(request, reply).then(() => done(early), done)
      return
    }
    admitLimited(request, reply).then(() => done(notFound(request)), done)
  }

  function earlyRefusal(request: FastifyRequest, reply: FastifyReply): Error | null {
    if (request.raw.rawHeaders.length / 2 >= headerCountMax)
      return invalid('headers', undefined, `a request may have fewer than ${headerCountMax} headers`)
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1')
      return invalid('headers.host', undefined, 'the Host header is required')
    if (request.headers.expect !== undefined && request.headers.expect.toLowerCase() !== '100-continue')
      return invalid('headers.expect', undefined, 'the only expectation that can be met is 100-continue')
    const probe = request.routeOptions.config.probe === true
    if (options.isDraining()) {
      reply.header('connection', 'close')
      if (!probe)
        return refuse('UNAVAILABLE', { reason: 'shutdown', retryAfter: 5 }, 'the service is stopping')
    }
    if (!probe && pressure.reason() !== null)
      return refuse(
        'UNAVAILABLE',
        { reason: 'overload', retryAfter: 5 },
        'the service is overloaded; retry with backoff',
      )
    return null
  }

  /** Said here, so that a body sent to nowhere is never read. */
  function notFound(request: FastifyRequest): Error | undefined {
    return request.is404 ? refuse('NOT_FOUND') : undefined
  }

  async function admitLimited(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const bearer = readBearer(request.raw)
    const key = bearer.kind === 'token' ? await parts.auth.authenticate(bearer.token) : null
    request.admitted.key = key
    const decision = await take(request, reply, key)
    if (!decision.allowed)
      throw refuse('RATE_LIMITED', { limit: decision.limit, retryAfter: decision.retryAfterSeconds })
    assertAccess(request.routeOptions.config.access ?? 'public', bearer, key)
    if (writes.has(request.method) && (await parts.auth.isMaintenance()))
      throw refuse(
        'UNAVAILABLE',
        { reason: 'maintenance', retryAfter: 60 },
        'maintenance: writes are closed for a while',
      )
  }

  function assertAccess(access: Access, bearer: Bearer, key: ApiKey | null): void {
    if (key === null) {
      if (bearer.kind !== 'none' || access !== 'public') throw refuse('UNAUTHORIZED')
      return
    }
    if (access !== 'public' && access !== 'key') parts.auth.assertScope(key, access)
  }

  async function take(
    request: FastifyRequest,
    reply: FastifyReply,
    key: ApiKey | null,
  ): Promise<RateDecision> {
    const kind = writes.has(request.method) ? 'write' : 'read'
    const decision = await parts.limiter.take({ kind, ip: clientOf(request), key })
    reply.header('ratelimit-limit', decision.limit)
    reply.header('ratelimit-remaining', decision.remaining)
    reply.header('ratelimit-reset', decision.resetSeconds)
    return decision
  }

  async function charge(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    await take(request, reply, null)
  }

  /** Tells about the request when its answer is out or its client is gone. */
  function watch(request: FastifyRequest, reply: FastifyReply): void {
    const startedMs = monotonicMs()
    request.admitted = { key: null, working: false }
    reply.raw.once('close', () => {
      if (request.admitted.working) pressure.leave()
      parts.observe({
        kind: 'request',
        requestId: request.id,
        method: request.method,
        route: request.routeOptions.config.path ?? 'unmatched',
        status: reply.raw.statusCode,
        ms: monotonicMs() - startedMs,
        keyId: request.admitted.key?.id ?? null,
        aborted: !reply.raw.writableFinished,
      })
    })
  }

  function work(request: FastifyRequest): void {
    request.admitted.working = true
    pressure.enter()
  }

  return { admit, work, charge }
}

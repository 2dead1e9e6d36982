import type { Socket } from 'node:net'
import type { FastifyContextConfig, FastifyReply, FastifyRequest } from 'fastify'
import { clientOf, type RateDecision } from '../../auth/index.ts'
import { type ApiKey, refuse } from '../../domain/index.ts'
import { monotonicMs } from '../../kit/index.ts'
import type { Access } from '../../wire/index.ts'
import { invalid } from '../errors/invalid.ts'
import { overloaded } from '../errors/overloaded.ts'
import type { Admitted } from '../fastify-types.ts'
import type { ApiParts } from '../parts.ts'
import { connectionsCheckMs, headerCountMax, type ServerLimits } from '../settings.ts'
import { onAnswerEnd } from './answer-end.ts'
import { type Bearer, readBearer } from './bearer.ts'
import type { ClientAddress } from './client-address.ts'
import type { Pressure } from './pressure.ts'

export interface AdmissionOptions {
  readonly parts: ApiParts
  readonly pressure: Pressure
  readonly limits: Pick<ServerLimits, 'connectionTimeoutMs' | 'takenBytesPerMsMin'>
  readonly clientAddress: ClientAddress
  /** True from the signal to stop on. */
  isDraining(): boolean
  /** Nothing has this address, and a page for people answers all the same. */
  isPage(request: FastifyRequest): boolean
}

export interface Admission {
  /** The hook: calls `done` without an error when the request may go on to validation. */
  admit(request: FastifyRequest, reply: FastifyReply, done: Done): void
  /**
   * Counts the request as work in hand, from when its body has been read: a slow sender occupies no place. False, and
   * not counted, when its address has its share of the places.
   */
  work(request: FastifyRequest): boolean
  /** For requests the router could not even route: the limit is charged and its headers are set, nothing else. */
  charge(request: FastifyRequest, reply: FastifyReply): Promise<void>
  /** Ids of the requests whose answer is not out yet, oldest first. */
  requestIds(): readonly string[]
  /** From now on nobody looks after unread answers. */
  stop(): void
  /** Whether the next answer on this connection belongs to a request that has come whole, or has begun. */
  isAnswering(socket: Socket): boolean
}

type Done = (error?: Error) => void

/** Emptied when it is answered: a Set's old tables keep what was in them until a full collection. */
interface Unanswered {
  readonly id: string
  /** When it was first seen that its answer is on its way. */
  begunMs: number | null
  reply: FastifyReply | null
}

const tooMany = ({ limit, retryAfterSeconds: retryAfter }: RateDecision) =>
  refuse(
    'RATE_LIMITED',
    { limit, retryAfter },
    `too many requests: ${limit} a minute are allowed, try again in ${retryAfter} ${retryAfter === 1 ? 'second' : 'seconds'}`,
  )

const isWrite = (method: string): boolean => method === 'POST' || method === 'DELETE'

export const isUnderV1 = (url: string): boolean =>
  url.startsWith('/v1') && (url.length === 3 || url[3] === '/' || url[3] === '?')

/**
 * By the route that was found, where one was: the URL as sent may spell it otherwise (`/%76%31/…`, `http://host/v1/…`),
 * and whatever leads to a guarded route is guarded.
 */
const isGuarded = (request: FastifyRequest, { path }: FastifyContextConfig): boolean =>
  path === undefined ? isUnderV1(request.raw.url ?? '') : isUnderV1(path)

/**
 * Who may come in, in the order of ARCHITECTURE.md: key look-up, rate limit, authentication, scope; validation follows in
 * the route. Before all of it stands what makes the rest meaningless: a request whose headers cannot be trusted, a
 * server that stops, a server that drowns.
 *
 * Every request passes here, so the common case (no key, counts kept in process) runs through without a promise: with
 * promises and the framework's route options read at each step it cost a tenth of the whole throughput.
 */
export function createAdmission(options: AdmissionOptions): Admission {
  const { parts, pressure, limits, clientAddress } = options
  const unanswered = new Set<Unanswered>()

  function admit(request: FastifyRequest, reply: FastifyReply, done: Done): void {
    // A getter that builds an object: asked once per request.
    const { config } = request.routeOptions
    watch(request, reply, config)
    const limited = isGuarded(request, config) && request.method !== 'OPTIONS'
    const early = earlyRefusal(request, reply, config)
    if (!limited) done(early ?? notFound(request) ?? noFile(request))
    else if (early !== null) charge(request, reply).then(() => done(early), done)
    else admitLimited(request, reply, config, done)
  }

  function earlyRefusal(
    request: FastifyRequest,
    reply: FastifyReply,
    config: FastifyContextConfig,
  ): Error | null {
    const { headers } = request
    if (request.raw.rawHeaders.length / 2 >= headerCountMax)
      return invalid('headers', undefined, `a request may have fewer than ${headerCountMax} headers`)
    if (headers.expect !== undefined && headers.expect.toLowerCase() !== '100-continue')
      return invalid('headers.expect', undefined, 'the only expectation that can be met is 100-continue')
    if (options.isDraining()) {
      reply.header('connection', 'close')
      if (config.probe !== true)
        return refuse('UNAVAILABLE', { reason: 'shutdown', retryAfter: 5 }, 'the service is stopping')
    }
    if (config.probe !== true && pressure.reason() !== null) return overloaded
    return null
  }

  /** Said here, so that a body sent to nowhere is never read. */
  function notFound(request: FastifyRequest): Error | undefined {
    return request.is404 && !options.isPage(request) ? refuse('NOT_FOUND') : undefined
  }

  /** No file has NUL in its name, and asking the file system throws. Under /v1 the parameter's own reader names it. */
  function noFile(request: FastifyRequest): Error | undefined {
    return request.raw.url?.includes('%00') && !request.is404 ? refuse('NOT_FOUND') : undefined
  }

  function admitLimited(
    request: FastifyRequest,
    reply: FastifyReply,
    config: FastifyContextConfig,
    done: Done,
  ): void {
    const access = config.access ?? 'public'
    const bearer = readBearer(request.raw)
    if (bearer.kind === 'token') {
      // One step from the key to the handler: each promise in between costs what a header does.
      parts.auth
        .authenticate(bearer.token)
        .then((key) => {
          request.admitted.key = key
          return admitKnown(request, reply, { access, bearer, budget: config.budget })
        })
        .then(() => done(notFound(request)), done)
      return
    }
    let admitted: Promise<void> | undefined
    try {
      admitted = admitKnown(request, reply, { access, bearer, budget: config.budget })
    } catch (error) {
      done(error as Error)
      return
    }
    if (admitted) admitted.then(() => done(notFound(request)), done)
    else done(notFound(request))
  }

  /** The key has been looked up. A promise only where there is something to wait for. */
  function admitKnown(
    request: FastifyRequest,
    reply: FastifyReply,
    {
      access,
      bearer,
      budget,
    }: { readonly access: Access; readonly bearer: Bearer; readonly budget: 'cancel' | undefined },
  ): Promise<void> | undefined {
    const decision = take(request, request.admitted.key, budget)
    if (decision instanceof Promise)
      return decision.then((known) => {
        decide(request, reply, { access, bearer, decision: known })
        return refuseMaintained(request)
      })
    decide(request, reply, { access, bearer, decision })
    return refuseMaintained(request)
  }

  function refuseMaintained(request: FastifyRequest): Promise<void> | undefined {
    if (!isWrite(request.method)) return undefined
    return parts.auth.isMaintenance().then((on) => {
      if (on)
        throw refuse(
          'UNAVAILABLE',
          { reason: 'maintenance', retryAfter: 60 },
          'maintenance: writes are closed for a while',
        )
    })
  }

  /** Rate limit first, then authentication, then scope. */
  function decide(
    request: FastifyRequest,
    reply: FastifyReply,
    { access, bearer, decision }: { access: Access; bearer: Bearer; decision: RateDecision },
  ): void {
    tellRate(reply, decision)
    if (!decision.allowed) throw tooMany(decision)
    const { key } = request.admitted
    if (key === null) {
      if (bearer.kind !== 'none' || access !== 'public') throw refuse('UNAUTHORIZED')
      return
    }
    if (access !== 'public' && access !== 'key') parts.auth.assertScope(key, access)
  }

  function take(
    request: FastifyRequest,
    key: ApiKey | null,
    budget?: 'cancel',
  ): RateDecision | Promise<RateDecision> {
    const kind = budget ?? (isWrite(request.method) ? 'write' : 'read')
    return parts.limiter.take({ kind, ip: clientAddress(request.raw), key })
  }

  async function charge(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    tellRate(reply, await take(request, null))
  }

  function tellRate(reply: FastifyReply, { limit, remaining, resetSeconds }: RateDecision): void {
    reply.header('ratelimit-limit', limit)
    reply.header('ratelimit-remaining', remaining)
    reply.header('ratelimit-reset', resetSeconds)
  }

  /** Tells about the request when its answer is out or its client is gone. */
  function watch(request: FastifyRequest, reply: FastifyReply, config: FastifyContextConfig): void {
    const startedMs = monotonicMs()
    const admitted: Admitted = { key: null, place: null, over: false }
    request.admitted = admitted
    const { raw } = reply
    const one: Unanswered = { id: request.id, begunMs: null, reply }
    unanswered.add(one)
    onAnswerEnd(request.raw, raw, () => {
      unanswered.delete(one)
      one.reply = null
      admitted.over = true
      if (admitted.place !== null) pressure.leave(admitted.place)
      parts.observe({
        kind: 'request',
        requestId: request.id,
        method: request.method,
        route: config.path ?? 'unmatched',
        status: raw.statusCode,
        ms: monotonicMs() - startedMs,
        keyId: admitted.key === null ? null : admitted.key.id,
        aborted: !raw.writableFinished,
      })
    })
  }

  function work(request: FastifyRequest): boolean {
    // Gone while it was admitted: nobody would give its place back.
    if (request.admitted.over) return true
    const address = clientOf(clientAddress(request.raw))
    if (!pressure.enter(address)) return false
    request.admitted.place = address
    return true
  }

  /**
   * Whatever comes on a connection renews its limit on silence, a mere line end between requests too. So an answer has a time
   * of its own to be taken in, by its length; a stream has none. One that waits behind another has no socket yet.
   */
  function cutUnread(): void {
    const nowMs = monotonicMs()
    for (const one of unanswered) {
      const { reply } = one
      if (!reply?.raw.headersSent || reply.raw.socket === null) continue
      const bytes = Number(reply.getHeader('content-length') ?? Number.POSITIVE_INFINITY)
      one.begunMs ??= nowMs
      const isLate = nowMs - one.begunMs > limits.connectionTimeoutMs + bytes / limits.takenBytesPerMsMin
      if (isLate) reply.raw.socket.destroy()
    }
  }
  const stop = parts.timers.every(connectionsCheckMs, cutUnread)

  return {
    admit,
    work,
    charge,
    stop,
    requestIds: () => [...unanswered].map(({ id }) => id),
    isAnswering: (socket) =>
      [...unanswered].some(({ reply }) => {
        const { req, headersSent } = reply?.raw ?? {}
        return req?.socket === socket && (req.complete || headersSent === true)
      }),
  }
}

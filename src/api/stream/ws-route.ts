import { EventEmitter } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import websocket, { type WebSocket } from '@fastify/websocket'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Check } from 'typebox/value'
import { type ApiKey, refuse } from '../../domain/index.ts'
import { Fault, monotonicMs } from '../../kit/index.ts'
import { type RequestMessage, requestMessages } from '../../wire/index.ts'
import type { ClientErrors } from '../errors/client-errors.ts'
import { toErrorAnswer } from '../errors/error-answer.ts'
import { invalid } from '../errors/invalid.ts'
import type { HandedOver } from '../hooks/handed-over.ts'
import { handshakeFault, noHandshake } from './handshake.ts'
import { readChannels, readCursor } from './read-channels.ts'
import type { Streams } from './streams.ts'
import type { Wire } from './subscriber.ts'

const path = '/v1/ws'
const ownPath = /^\/v1\/ws\/?(?:[?#]|$)/
/** A hundred channels with their names fit twice. */
const payloadBytesMax = 32_768
export const CLIENT_MESSAGES_PER_MINUTE = 60
/** For the goodbye to leave before the connection is cut. */
const lingerMs = 1_000
const minuteMs = 60_000
const keepAliveMs = 60_000

/** Beyond those of the protocol itself. */
const closeCodes = { stopping: 1001, failed: 1011, away: 1013, slow: 4408, tooMany: 4429 } as const

/** `GET /v1/ws`: the feed over a WebSocket. */
export async function addWsRoute(
  app: FastifyInstance,
  streams: Streams,
  { handedOver, guard }: { readonly handedOver: HandedOver; readonly guard: ClientErrors['guard'] },
): Promise<void> {
  const { parts } = streams
  const upgrades = new EventEmitter()
  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const response = handedOver.take(request)
    if (response === null) return
    const handle = guard(() => {
      if (isWebSocket(request)) {
        response.detachSocket(request.socket)
        upgrades.emit('upgrade', request, socket, head)
        return
      }
      // Some clients offer another protocol with their first request (h2c), or a WebSocket where there is none, and expect
      // an answer in this one. With somebody listening for upgrades Node hands those over too, without their body.
      socket.resume()
      app.routing(request, response)
    })
    handle(request, response)
  })
  // In a scope of its own: the plugin hooks into every request of its scope.
  await app.register(async (scope) => {
    await scope.register(websocket, {
      options: {
        server: upgrades as never,
        maxPayload: payloadBytesMax,
        perMessageDeflate: false,
        // Answered below: a pong for every ping of somebody who reads nothing would pile up without a bound.
        autoPong: false,
      },
      // Connections are told goodbye before the server closes.
      preClose: (done) => done(),
      errorHandler: (_error, socket) => socket.terminate(),
    })
    // The plugin closes only what it has seen, and what admission refuses never gets there.
    scope.addHook('onResponse', (request, _reply, done) => {
      const { socket } = request.raw
      if (handedOver.has(socket)) socket.destroySoon()
      done()
    })
    scope.route({
      method: 'GET',
      url: path,
      config: { access: 'public', path, probe: false },
      handler: (request) => {
        const [field, message] = handshakeFault(request.headers) ?? noHandshake
        throw invalid(field, undefined, message)
      },
      wsHandler: serve,
    })
  })

  function serve(socket: WebSocket, request: FastifyRequest): void {
    const { socket: tcp } = request.raw
    // Gone while it was admitted: nobody would give its place back.
    if (socket.readyState !== socket.OPEN) return
    let release: () => void
    try {
      release = streams.take(request)
    } catch (error) {
      socket.send(JSON.stringify({ type: 'error', error: toErrorAnswer(error, request.id).body }))
      socket.close(closeCodes.tooMany, 'too many streams')
      return
    }
    tcp.setTimeout(0)
    tcp.setNoDelay(true)
    // Before its first channel it is told nothing, so only this finds out that nobody is there any more.
    tcp.setKeepAlive(true, keepAliveMs)
    const wire: Wire = {
      send: (frame) => socket.send(frame.json, { binary: false }),
      isFull: () => tcp.writableNeedDrain,
      close: (reason) => close(reason, reason),
    }
    const { subscriber, leave } = streams.open(request, wire)
    const onDrain = (): void => subscriber.drained()
    tcp.on('drain', onDrain)
    socket.on('close', () => {
      tcp.off('drain', onDrain)
      leave()
      release()
    })
    let minuteFrom = monotonicMs()
    let asked = 0
    let isRefused = false
    socket.on('message', (data: Buffer, isBinary: boolean) => {
      if (mayAsk()) void answer(isBinary ? null : data.toString('utf8'))
    })
    socket.on('ping', (data: Buffer) => {
      if (mayAsk() && !wire.isFull()) socket.pong(data)
    })
    // Nobody pings here, so nobody has to answer.
    socket.on('pong', () => void mayAsk())

    /** Pings and pongs count as messages. Whoever says too much is told so once; what comes after it is not read. */
    function mayAsk(): boolean {
      if (isRefused) return false
      const nowMs = monotonicMs()
      if (nowMs - minuteFrom >= minuteMs) {
        minuteFrom = nowMs
        asked = 0
      }
      asked += 1
      if (asked <= CLIENT_MESSAGES_PER_MINUTE) return true
      isRefused = true
      const limit = CLIENT_MESSAGES_PER_MINUTE
      const retryAfter = Math.ceil((minuteFrom + minuteMs - nowMs) / 1_000)
      const refusal = refuse('RATE_LIMITED', { limit, reason: 'messages', retryAfter })
      subscriber.tell({ type: 'error', error: toErrorAnswer(refusal, request.id).body as never })
      close('tooMany', 'too many messages')
      socket.pause()
      return false
    }

    function close(code: keyof typeof closeCodes, why: string): void {
      socket.close(closeCodes[code], why)
      parts.timers.after(lingerMs, () => socket.terminate())
    }

    async function answer(text: string | null): Promise<void> {
      const message = text === null ? null : parse(text)
      const id = idOf(message)
      try {
        await carryOut(readRequest(message))
      } catch (error) {
        const { body, isBug } = toErrorAnswer(error, request.id)
        if (isBug) streams.observeBug(request, error)
        subscriber.tell({ type: 'error', ...(id === undefined ? {} : { id }), error: body as never })
        // It would stay open and silent: who comes again asks again, with what it had.
        if (error instanceof Fault) close('away', 'try again later')
        else if (isBug) close('failed', 'failed')
      }
    }

    async function carryOut(asked: RequestMessage): Promise<void> {
      const id = asked.id === undefined ? {} : { id: asked.id }
      switch (asked.op) {
        case 'ping':
          await subscriber.ping(asked.id)
          return
        case 'auth': {
          const named = await parts.auth.authenticate(asked.key)
          if (named === null) throw refuse('UNAUTHORIZED')
          if (socket.readyState !== socket.OPEN) return
          rename(named)
          subscriber.tell({ type: 'authenticated', ...id })
          return
        }
        case 'subscribe': {
          const channels = readChannels(asked.channels, parts)
          const after = asked.after === undefined ? null : readCursor(asked.after, 'after')
          await subscriber.subscribe(channels, after, asked.id)
          return
        }
        case 'unsubscribe':
          await subscriber.unsubscribe(readChannels(asked.channels, parts), asked.id)
          return
      }
    }

    /** From now on the connection is the key's and no longer the address's. */
    function rename(named: ApiKey): void {
      const next = streams.takeFor(request, named)
      release()
      release = next
    }
  }
}

/** Only a GET is one: what the plugin does not upgrade, it leaves open. */
const isWebSocket = ({ method, headers, url = '' }: IncomingMessage): boolean =>
  method === 'GET' && handshakeFault(headers) === null && ownPath.test(url)

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const idOf = (message: unknown): string | undefined => {
  const { id } = (message ?? {}) as { id?: unknown }
  return typeof id === 'string' && id.length <= 64 ? id : undefined
}

function readRequest(message: unknown): RequestMessage {
  const { op } = (message ?? {}) as { op?: unknown }
  const schema = Object.entries(requestMessages).find(([name]) => name === op)?.[1]
  if (schema === undefined)
    throw invalid('op', op, `a message is JSON with op: ${Object.keys(requestMessages).join(', ')}`)
  if (!Check(schema, message)) throw invalid('message', null, `${String(op)} does not look like that`)
  return message as RequestMessage // just checked
}

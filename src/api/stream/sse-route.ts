import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Fault } from '../../kit/index.ts'
import { streamOperation } from '../../wire/index.ts'
import { invalid } from '../errors/invalid.ts'
import { isOnlyAnswer, onAnswerEnd } from '../hooks/answer-end.ts'
import { carryStream } from '../hooks/own-connection.ts'
import { createQueryReader } from '../input/text-parameters.ts'
import { assertRoom, readChannels, readCursor } from './read-channels.ts'
import type { Streams } from './streams.ts'
import type { Wire } from './subscriber.ts'

/** How long a browser waits before it comes again. */
const retryMs = 2_000
/** For the goodbye to leave before the connection is cut. */
const lingerMs = 1_000

/** `GET /v1/stream`: the feed as server-sent events. */
export function addSseRoute(app: FastifyInstance, streams: Streams): void {
  const { parts } = streams
  const readQuery = createQueryReader(streamOperation.query)

  app.route({
    method: streamOperation.method,
    url: streamOperation.path,
    schema: { querystring: streamOperation.query },
    config: { access: streamOperation.access, path: streamOperation.path, probe: false },
    preValidation(request, _reply, done) {
      try {
        const url = request.raw.url ?? ''
        const at = url.indexOf('?')
        request.query = readQuery(at === -1 ? '' : url.slice(at + 1))
        done()
      } catch (error) {
        done(error as Error)
      }
    },
    handler: serve,
  })

  async function serve(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { channels: list, after } = request.query as { channels: string; after?: string }
    const channels = readChannels(list.split(','), parts)
    assertRoom(channels)
    const again = request.headers['last-event-id']
    // A browser that comes again says where it was; what stands in its address is older.
    const cursor =
      typeof again === 'string' && again !== ''
        ? readCursor(again, 'Last-Event-ID')
        : after === undefined
          ? null
          : readCursor(after, 'after')
    if (request.method === 'HEAD') {
      reply.header('content-type', 'text/event-stream')
      await reply.send()
      return
    }
    const { raw } = reply
    const { socket } = request.raw
    // Gone while it was admitted: its close was told before anybody listened, and its place would be taken for ever.
    if (socket.destroyed) {
      reply.hijack()
      return
    }
    // Without its time limit it would never find out that nobody reads the answers before it.
    if (!isOnlyAnswer(request.raw))
      throw invalid('request', undefined, 'a stream needs a connection of its own: send nothing else on it')
    const release = streams.take(request)
    reply.hijack()
    carryStream(request.raw)
    socket.setTimeout(0)
    socket.setNoDelay(true)
    raw.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream; charset=utf-8',
      'x-accel-buffering': 'no',
      // Nothing is answered on it when the stream has ended: a proxy that kept it would lose the next request.
      connection: 'close',
    })
    raw.write(`retry: ${retryMs}\n\n`)
    const wire: Wire = {
      send: (frame) => void raw.write(frame.sse),
      isFull: () => raw.writableNeedDrain,
      close() {
        raw.end()
        parts.timers.after(lingerMs, () => socket.destroy())
      },
    }
    const { subscriber, leave } = streams.open(request, wire)
    raw.on('drain', () => subscriber.drained())
    raw.on('error', () => undefined)
    onAnswerEnd(request.raw, raw, () => {
      leave()
      release()
    })
    await subscriber.subscribe(channels, cursor).catch((error: unknown) => {
      if (!(error instanceof Fault)) streams.observeBug(request, error)
      // With the database away the connection ends, and its reader comes again with what it had.
      raw.destroy()
    })
  }
}

import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { RateDecision } from '../../auth/index.ts'
import type { ErrorAnswer } from './error-answer.ts'

/** An error on a reply that Fastify holds: the common headers are there already. */
export const sendError = (reply: FastifyReply, answer: ErrorAnswer): void => errorSender(answer)(reply)

/** The same of an error that is sent many times. */
export function errorSender({ body, retryAfterSeconds }: ErrorAnswer): (reply: FastifyReply) => void {
  const text = JSON.stringify(body)
  return (reply) => {
    if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
    reply.header('cache-control', 'no-store')
    reply.header('content-type', 'application/json; charset=utf-8')
    reply.code(body.statusCode).send(text)
  }
}

interface RawError {
  readonly requestId: string
  readonly rate: RateDecision | null
}

/** The headers of an error that no framework wrote. The connection is closed: nothing after it can be trusted. */
function rawErrorHeaders(answer: ErrorAnswer, { requestId, rate }: RawError): Record<string, string> {
  return {
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(JSON.stringify(answer.body))),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-request-id': requestId,
    ...(rate !== null && {
      'ratelimit-limit': String(rate.limit),
      'ratelimit-remaining': String(rate.remaining),
      'ratelimit-reset': String(rate.resetSeconds),
    }),
    connection: 'close',
  }
}

/** On an answer that no framework holds. */
export function endWithError(response: ServerResponse, answer: ErrorAnswer, options: RawError): void {
  response.writeHead(answer.body.statusCode, rawErrorHeaders(answer, options))
  response.end(response.req.method === 'HEAD' ? undefined : JSON.stringify(answer.body))
}

/** The same on a socket whose request the parser could not read. */
export function writeRawError(socket: Duplex, answer: ErrorAnswer, options: RawError): void {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const lines = Object.entries(rawErrorHeaders(answer, options)).map(([name, value]) => `${name}: ${value}`)
  const { statusCode } = answer.body
  const head = [`HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode]}`, ...lines].join('\r\n')
  socket.end(`${head}\r\n\r\n${JSON.stringify(answer.body)}`)
}

import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { RateDecision } from '../../auth/index.ts'
import type { ErrorAnswer } from './error-answer.ts'

/** An error on a reply that Fastify holds: the common headers are there already. */
export function sendError(reply: FastifyReply, answer: ErrorAnswer): void {
  if (answer.retryAfterSeconds !== undefined) reply.header('retry-after', answer.retryAfterSeconds)
  reply.header('cache-control', 'no-store')
  reply.header('content-type', 'application/json; charset=utf-8')
  reply.code(answer.body.statusCode).send(JSON.stringify(answer.body))
}

/** The same on a socket whose request the parser could not read. The connection is closed: nothing after it can be trusted. */
export function writeRawError(
  socket: Duplex,
  answer: ErrorAnswer,
  options: { readonly requestId: string; readonly rate: RateDecision | null },
): void {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const body = JSON.stringify(answer.body)
  const { rate } = options
  const lines = [
    `HTTP/1.1 ${answer.body.statusCode} ${STATUS_CODES[answer.body.statusCode]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'x-content-type-options: nosniff',
    `x-request-id: ${options.requestId}`,
    ...(rate === null
      ? []
      : [
          `ratelimit-limit: ${rate.limit}`,
          `ratelimit-remaining: ${rate.remaining}`,
          `ratelimit-reset: ${rate.resetSeconds}`,
        ]),
    'connection: close',
  ]
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`)
}

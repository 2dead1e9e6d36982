import { type ServerResponse, STATUS_CODES } from 'node:http'
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

/** An error as text, so that one that is sent thousands of times is written once. */
export interface ReadyError {
  readonly status: number
  readonly text: string
  /** Those of its headers that are its own. */
  readonly headers: readonly string[]
}

export function toReadyError({ body, retryAfterSeconds }: ErrorAnswer): ReadyError {
  const text = JSON.stringify(body)
  const headers = [
    'content-type',
    'application/json; charset=utf-8',
    'content-length',
    String(Buffer.byteLength(text)),
  ]
  if (retryAfterSeconds !== undefined) headers.push('retry-after', String(retryAfterSeconds))
  return { status: body.statusCode, text, headers }
}

export interface WriteOptions {
  readonly requestId: string
  readonly rate: RateDecision
  /** The headers every answer has. */
  readonly headers: Readonly<Record<string, string>>
  /** The connection is closed behind it. */
  readonly isLast: boolean
}

/** The same on an answer that the framework never saw: headers go out as one flat list, which costs Node the least. */
export function writeError(response: ServerResponse, error: ReadyError, options: WriteOptions): void {
  const { rate } = options
  const headers = [
    ...error.headers,
    'x-request-id',
    options.requestId,
    'ratelimit-limit',
    String(rate.limit),
    'ratelimit-remaining',
    String(rate.remaining),
    'ratelimit-reset',
    String(rate.resetSeconds),
  ]
  for (const name in options.headers) headers.push(name, options.headers[name] as string)
  if (options.isLast) headers.push('connection', 'close')
  response.writeHead(error.status, headers)
  response.end(error.text)
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

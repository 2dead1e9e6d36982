import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApiSettings } from '../settings.ts'
import type { Cors } from './cors.ts'

/** An answer is data: it may not be framed, run, sniffed or kept unless its route says so. */
const fixed = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
}

const httpsOnly = { 'strict-transport-security': 'max-age=31536000' }

export function createResponseHeaders(
  settings: ApiSettings,
  cors: Cors,
): (request: FastifyRequest, reply: FastifyReply) => void {
  const common = settings.publicUrl.startsWith('https:') ? { ...fixed, ...httpsOnly } : fixed
  return (request, reply) => {
    reply.headers(common)
    reply.header('x-request-id', request.id)
    reply.headers(cors.headersFor(request.raw))
  }
}

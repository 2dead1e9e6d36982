import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { requestsPerSocketMax } from '../settings.ts'

/**
 * Closes a connection with its thousandth answer. Node has a setting of this name, but answers what follows on the
 * same connection with a 503 without a body.
 */
export function createSocketLimit(): (request: FastifyRequest, reply: FastifyReply) => void {
  const counts = new WeakMap<Socket, number>()
  return (request, reply) => {
    const count = (counts.get(request.socket) ?? 0) + 1
    counts.set(request.socket, count)
    if (count >= requestsPerSocketMax) reply.header('connection', 'close')
  }
}

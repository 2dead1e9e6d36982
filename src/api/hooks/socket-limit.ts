import type { FastifyReply, FastifyRequest } from 'fastify'
import { requestsPerSocketMax } from '../settings.ts'

const count = Symbol('requests on this socket')

/**
 * Closes a connection with its thousandth answer. Node has a setting of this name, but answers what follows on the
 * same connection with a 503 without a body.
 */
export function countOnSocket(request: FastifyRequest, reply: FastifyReply): void {
  const socket = request.raw.socket as { [count]?: number }
  const counted = (socket[count] ?? 0) + 1
  socket[count] = counted
  if (counted >= requestsPerSocketMax) reply.header('connection', 'close')
}
